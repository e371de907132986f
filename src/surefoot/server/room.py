"""One game on this server: who is there, what was said last, and the one way in which something is said next.

What is said is judged, kept, acknowledged and announced, in this order and one after another. Until it is kept, nothing
here has changed: whoever loses the connection, the process or the power loses nothing that he was told.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from surefoot.forecast.odds import MOST_WAYS
from surefoot.server import game_worker, read_only, seats
from surefoot.server.authority import Speaker
from surefoot.server.game_worker import Answered, LogNeeded, Position, Said, Scene, written
from surefoot.server.limits import Limits
from surefoot.server.messages import (
    Answer,
    Changing,
    Consent,
    Declare,
    Finish,
    Override,
    ReadOnly,
    Replay,
    State,
    TableNow,
    Undo,
)
from surefoot.server.problems import Problem
from surefoot.server.proposals import Proposal, agreed, proposal_of
from surefoot.server.store.rows import EntryRow, GameRow, SeatRow
from surefoot.server.store.store import Store
from surefoot.server.store.writer import Overtaken, Reused, StoreFailed
from surefoot.server.workers import Workers

T = TypeVar("T")

# Whoever has missed more is sent the state instead.
MOST_MISSED = 500


class Member(Protocol):
    """Somebody at the table, reached over a socket."""

    seat: str

    def tell(self, frame: str) -> None:
        """Hand him a frame; must not wait."""
        ...

    def leave(self, problem: Problem) -> None:
        """Send him away."""
        ...


@dataclass
class Room:
    """A game, as far as this process knows it."""

    store: Store
    workers: Workers
    limits: Limits
    game: GameRow
    seats: dict[str, SeatRow]
    number: int
    hash: str
    seal: str
    members: list[Member] = field(default_factory=list)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    # The table as it stands, for those who look; fetched when somebody does.
    _scene: Scene | None = None
    # Whether the store may know more than we do.
    _doubtful: bool = False

    @classmethod
    async def opened(cls, store: Store, workers: Workers, limits: Limits, game: str) -> Room:
        """The room of a game, as the store has it; raises the problem if there is none."""
        row = await store.game(game)
        if row is None:
            raise Problem("game/unknown", f"there is no game {game!r}")
        room = cls(store, workers, limits, row, {}, 0, row.state, json.loads(row.header)["seal"])
        room.seats = {seat.id: seat for seat in await store.seats(game)}
        last = await store.last(game)
        if last is not None:
            room._at(last)
        return room

    def _at(self, entry: EntryRow) -> None:
        said = json.loads(entry.line)
        self.number, self.hash, self.seal = entry.number, said["state"], said["seal"]
        self._scene = None

    # --- frames -----------------------------------------------------------------------------------

    def frame(self, kind: str, **more: Any) -> str:
        """A frame with the number and the hash of the game as it stands."""
        return written({"kind": kind, "seq": self.number, "hash": self.hash, **more})

    def refused(self, request: str, problem: Problem) -> str:
        """The frame of a refusal."""
        return self.frame("refused", id=request, problem=problem.data())

    def tell(self, frame: str, *, but: Member | None = None) -> None:
        """Tell everybody who is there."""
        for member in list(self.members):
            if member is not but:
                member.tell(frame)

    def seats_shown(self) -> list[dict[str, Any]]:
        """All seats as everybody may see them."""
        return [seats.shown(seat).model_dump() for seat in self.seats.values()]

    @property
    def proposal(self) -> Proposal | None:
        """What is proposed now; a proposal is void once something else was said."""
        return proposal_of(self.game.proposal, self.number)

    async def join(self, member: Member, resume: int | None) -> None:
        """Somebody comes to the table, or comes back to it: from now on he misses nothing."""
        async with self.lock:
            for frame in await self._welcome(self.seated(member), resume):
                member.tell(frame)
            self.members.append(member)

    def leave(self, member: Member) -> None:
        """Somebody has gone."""
        if member in self.members:
            self.members.remove(member)

    def seated(self, member: Member) -> SeatRow:
        """The seat of somebody, as long as it is his; raises the problem if it is not any more."""
        seat = self.seats.get(member.seat)
        if seat is None or not seats.opens(seat):
            raise Problem("seat/unknown", "this seat was taken away, or its time is over")
        return seat

    async def _welcome(self, seat: SeatRow, resume: int | None) -> list[str]:
        if resume is not None and resume > self.number:
            await self.refresh()
        most = MOST_MISSED
        missed = []
        resumed = resume is not None and 0 <= self.number - resume <= most
        if resumed and resume is not None and resume < self.number:
            missed = [row.told for row in await self.store.entries(self.game.id, resume, most)]
        scene = None if resumed else await self.scene()
        proposal = self.proposal
        first = self.frame(
            "welcome",
            game=self.game.id,
            name=self.game.name,
            mode=self.game.mode,
            dice=self.game.dice,
            commitment=self.game.commitment,
            over=self.game.over,
            seed=self.game.seed if self.game.over else "",
            seat=seats.shown(seat).model_dump(),
            seats=self.seats_shown(),
            resumed=resumed,
            state=scene.state if scene is not None else None,
            question=scene.question if scene is not None else None,
            proposal=proposal.data() if proposal is not None else None,
        )
        return [first, *missed]

    # --- looking ----------------------------------------------------------------------------------

    async def scene(self) -> Scene:
        """The game as it stands."""
        while self._scene is None or self._scene.number != self.number:
            self._scene = await self._judged(game_worker.scene)
        return self._scene

    async def look(self, asked: ReadOnly | State | TableNow | Replay, by: Member) -> None:
        """Answer somebody who only looks."""
        by.tell(await self._looked(self.seated(by), asked))

    async def _looked(self, seat: SeatRow, asked: ReadOnly | State | TableNow | Replay) -> str:
        match asked:
            case Replay():
                rows = await self.store.entries(self.game.id, asked.after, asked.limit)
                told = ",".join(row.told for row in rows)
                head = self.frame("looked", id=asked.id)
                return f'{head[:-1]},"answer":{{"announced":[{told}]}}}}'
            case State():
                scene = await self.scene()
                answer: Any = {"state": scene.state, "question": scene.question, "start": scene.start}
            case TableNow():
                scene = await self.scene()
                return f'{self.frame("looked", id=asked.id)[:-1]},"answer":{scene.table}}}'
            case _:
                scene = await self.scene()
                ways = min(MOST_WAYS, self.limits.ways)
                view = read_only.View(scene.table, self.speaker(seat), scene.declared, ways)
                answer = await self.workers.run(
                    f"look:{seat.id}", read_only.look, view, asked, seconds=self.limits.seconds
                )
        return self.frame("looked", id=asked.id, answer=answer)

    def speaker(self, seat: SeatRow) -> Speaker:
        """Whoever sits on a seat, as the table knows him."""
        return seats.speaker(seat, self.seats.values())

    # --- saying -----------------------------------------------------------------------------------

    async def say(self, asked: Changing, by: Member) -> None:
        """Do what somebody asks for, if he may: he is told first, then everybody else. Raises the problem if not."""
        async with self.lock:
            if self._doubtful:
                await self.refresh()
            again = await self._said_before(by.seat, asked)
            if again is not None:
                by.tell(again)
                return
            seat = self.seated(by)
            speaker = self.speaker(seat)
            if not speaker.plays:
                raise Problem("seat/not-yours", "spectators only look")
            if self.game.over and not isinstance(asked, Finish):
                raise Problem("game/over", "the game is over")
            if isinstance(asked, Undo | Finish | Consent):
                await self._agree(seat, asked, by)
            else:
                await self._keep(asked.id, await self._judge(speaker, asked), by)

    async def _judge(self, speaker: Speaker, asked: Declare | Answer | Override) -> Said:
        if isinstance(asked, Declare):
            return await self._judged(game_worker.declare, speaker, asked.declaration)
        if isinstance(asked, Answer):
            given = Answered(asked.how, getattr(asked, asked.how))
            return await self._judged(game_worker.answer, speaker, self.game.seed, given)
        if speaker.role != "referee":
            raise Problem("seat/not-yours", "only a referee sets something right")
        return await self._judged(game_worker.override, speaker, asked.effects, asked.reason)

    async def _said_before(self, seat: str, asked: Changing) -> str | None:
        """The answer to a request that was granted before; None if it is new. Raises the problem if it is stale."""
        if asked.seen > self.number:
            await self.refresh()
        if asked.seen == self.number:
            # What was granted has moved the game on, so that whoever asked for it cannot have seen the last line.
            return None
        before = await self.store.answered(self.game.id, seat, asked.id)
        if before is None:
            says = f"you have seen line {asked.seen}, the game is at line {self.number}"
            raise Problem("state/stale", says, seen=asked.seen, now=self.number)
        return self._done(asked.id, before.number, json.loads(before.line)["state"], before.told)

    async def _keep(self, request: str, said: Said, by: Member) -> None:
        """Keep a line; then acknowledge it, then announce it."""
        assert said.number == self.number + 1, "a worker has judged at another line than it was asked to"
        row = EntryRow(self.game.id, said.number, by.seat, request, said.line, said.told)
        try:
            await self.store.append(row)
        except Overtaken:
            await self.refresh()
            says = f"somebody else was quicker, the game is at line {self.number}"
            raise Problem("state/stale", says, seen=row.number - 1, now=self.number) from None
        except Reused as reused:
            problems = [{"where": "id", "says": str(reused)}]
            raise Problem("request/malformed", str(reused), problems=problems) from None
        except StoreFailed as failed:
            # It may have been kept all the same: whoever comes next looks first.
            self._doubtful = True
            raise Problem("store/failed", f"it could not be kept: {failed}") from None
        self.number, self.hash, self.seal, self._scene = said.number, said.state, said.seal, None
        by.tell(self._done(request, said.number, said.state, said.told))
        self.tell(said.told, but=by)

    @staticmethod
    def _done(request: str, number: int, state: str, told: str) -> str:
        return f'{{"kind":"done","seq":{number},"hash":"{state}","id":"{request}","announced":{told}}}'

    async def _judged(self, work: Callable[..., T | LogNeeded], *arguments: Any) -> T:
        """Have the worker of this game do something; it is told the log if it does not remember it."""
        position, seconds = Position(self.game.id, self.seal), self.limits.game_seconds
        found = await self.workers.run(self.game.id, work, position, *arguments, seconds=seconds, ahead=True)
        if isinstance(found, LogNeeded):
            lines = (self.game.header, *await self.store.lines(self.game.id))
            position = Position(self.game.id, self.seal, lines)
            found = await self.workers.run(self.game.id, work, position, *arguments, seconds=seconds)
            assert not isinstance(found, LogNeeded), "a worker that was told the log knows it"
        return found

    # --- agreeing ---------------------------------------------------------------------------------

    async def _agree(self, seat: SeatRow, asked: Undo | Finish | Consent, by: Member) -> None:
        """Propose something, agree to it, or turn it down; it is done as soon as nobody is left to ask."""
        if isinstance(asked, Finish) and self.game.over:
            by.tell(self._over(asked.id))
            return
        proposal = self.proposal
        if isinstance(asked, Consent):
            if proposal is None or seat.id not in proposal.needs:
                raise Problem("state/not-now", "nothing is proposed that this seat has to agree to")
            if not asked.agree:
                await self._change(proposal="")
                self._say_all("declined", asked.id, by, what=proposal.what, by=seat.id)
                return
        elif proposal is None or proposal.what != asked.kind:
            proposal = Proposal.new(asked.kind, seat, self.number, list(self.seats.values()))
        # Whoever asks for the same agrees to it.
        proposal = agreed(proposal, seat.id)
        if proposal.what == "undo":
            try:
                said = await self._judged(game_worker.undo, self.speaker(seat), not proposal.needs)
            except Problem as problem:
                if problem.code != "undo/needs-consent":
                    raise
            else:
                await self._keep(asked.id, said, by)
                return
        elif not proposal.needs:
            await self._change(over=True, proposal="")
            by.tell(self._over(asked.id))
            self.tell(self._over(""), but=by)
            return
        await self._change(proposal=proposal.text())
        self._say_all("proposed", asked.id, by, proposal=proposal.data())

    def _say_all(self, kind: str, request: str, to: Member, **more: Any) -> None:
        to.tell(self.frame(kind, id=request, **more))
        self.tell(self.frame(kind, id="", **more), but=to)

    async def _change(self, **values: Any) -> None:
        try:
            await self.store.change_game(self.game.id, **values)
        except StoreFailed as failed:
            self._doubtful = True
            raise Problem("store/failed", f"it could not be kept: {failed}") from None
        self.game = replace(self.game, **values)

    def _over(self, request: str) -> str:
        return self.frame("over", id=request, seed=self.game.seed, commitment=self.game.commitment)

    # --- what others have done --------------------------------------------------------------------

    async def catch_up(self) -> None:
        """Look what another process has written."""
        async with self.lock:
            await self.refresh()

    async def refresh(self) -> None:
        """The same for whoever holds the lock."""
        before, proposed = self.game, self.proposal
        for row in await self.store.entries(self.game.id, self.number):
            self._at(row)
            self.tell(row.told)
        self.game = await self.store.game(self.game.id) or self.game
        if self.game.over and not before.over:
            self.tell(self._over(""))
        elif self.proposal != proposed and self.proposal is not None:
            self.tell(self.frame("proposed", id="", proposal=self.proposal.data()))
        await self.reseat()
        self._doubtful = False

    async def reseat(self) -> None:
        """Read the seats again; whoever has lost his is sent away, the others are told who is there."""
        found = {seat.id: seat for seat in await self.store.seats(self.game.id)}
        if found == self.seats:
            return
        self.seats = found
        for member in list(self.members):
            if not seats.opens(found[member.seat]):
                member.leave(Problem("seat/unknown", "this seat was taken away"))
        self.tell(self.frame("seats", seats=self.seats_shown()))
