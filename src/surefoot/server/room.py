"""One game on this server: its members, its last line, and its requests.

A change is judged, stored, acknowledged and announced, in this order and one after another. Nothing changes here before
it is stored, so that a lost connection, process or machine loses nothing that was acknowledged.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Collection
from dataclasses import field
from typing import Any, Protocol, TypeVar

from surefoot.files.codec import canonical
from surefoot.forecast.odds import MOST_WAYS
from surefoot.language import Quoted, say
from surefoot.records import dataclass, replace
from surefoot.server import game_worker, read_only, seating, seats
from surefoot.server.authority import WATCH_ONLY, Actor
from surefoot.server.game_worker import Answered, Around, LogNeeded, NewLine, Position, Scene, written
from surefoot.server.jobs import Labour, too_slow
from surefoot.server.limits import Limits
from surefoot.server.messages import (
    Actions,
    Answer,
    Ask,
    Changing,
    Consent,
    Declare,
    Finish,
    Override,
    Play,
    Preview,
    Reach,
    ReadOnly,
    Replay,
    Seating,
    StateNow,
    TableNow,
    Talk,
    Targets,
    Undo,
)
from surefoot.server.problems import Problem, rendered, store_problem
from surefoot.server.proposals import Proposal, agreed, proposal_of
from surefoot.server.store.failures import Overtaken, Reused, RowDamaged, StoreFailed, log
from surefoot.server.store.keeping import Keeping
from surefoot.server.store.rows import EntryRow, GameRow, SeatRow

T = TypeVar("T")

# A table in memory takes so many times the bytes of its text.
WEIGHT = 8
# A client that missed more lines gets the whole state instead.
MOST_MISSED = 500


def _read(game: str, line: str, *fields: str) -> list[str]:
    """Fields of a stored line; raises RowDamaged if it can't be read."""
    try:
        data = json.loads(line)
        return [str(data[name]) for name in fields]
    except (ValueError, TypeError, KeyError, RecursionError) as wrong:
        log.error("a stored line can't be read: %r", wrong, extra={"game": game})
        raise RowDamaged(game) from None


def _ignore(_: Room) -> None:
    """Ignore the memory of the room: the default."""


class Member(Protocol):
    """A client of the game, over a socket or HTTP."""

    seat: str
    # The client by its address: it pays for the work.
    client: str
    # Whether one request may have several answers, and the id of the last one that has.
    takes_parts: bool
    growing: str

    def tell(self, frame: str) -> None:
        """Send a frame; must not block."""
        ...

    def leave(self, problem: Problem) -> None:
        """Disconnect the client with a problem."""
        ...


@dataclass
class Room:
    """A game as this process knows it."""

    store: Keeping
    workers: Labour
    limits: Limits
    game: GameRow
    seats: dict[str, SeatRow]
    number: int
    hash: str
    seal: str
    members: list[Member] = field(default_factory=list)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    # The current state, for read-only requests; fetched when needed.
    _scene: Scene | None = None
    # Called when the current state was used, so that rooms that are not looked at can forget theirs.
    looked_at: Callable[[Room], None] = field(default=_ignore)
    # Clients that take too much space, and the bytes that were added to this game since it was opened.
    full: Collection[str] = ()
    _grown: int = 0
    # Requests that are being stored.
    committed: set[asyncio.Task[Any]] = field(default_factory=set)
    _around: Around | None = None
    # Whether the store may have lines that this room does not know.
    _doubtful: bool = False

    @classmethod
    async def opened(cls, store: Keeping, workers: Labour, limits: Limits, game: str) -> Room:
        """The room of a stored game; raises Problem if there is none."""
        row = await store.game(game)
        if row is None:
            raise Problem("game/unknown", say("There is no game {game}", game=Quoted(game)))
        seal = _read(game, row.header, "seal")[0]
        # The header holds the whole table: it is read again where it is needed.
        room = cls(store, workers, limits, replace(row, header=""), {}, 0, row.state, seal)
        room.seats = {seat.id: seat for seat in await store.seats(game)}
        last = await store.last(game)
        if last is not None:
            room._at(last)
        return room

    def _at(self, entry: EntryRow) -> None:
        state, seal = _read(entry.game, entry.line, "state", "seal")
        self.number, self.hash, self.seal = entry.number, state, seal
        self._scene = None

    # --- frames -----------------------------------------------------------------------------------

    def frame(self, kind: str, **more: Any) -> str:
        """A frame with the current line number and state hash."""
        return written({"kind": kind, "seq": self.number, "hash": self.hash, **more})

    def refused(self, request: str, problem: Problem) -> str:
        """The frame of a refused request."""
        return self.frame("refused", id=request, problem=problem.data())

    def tell(self, frame: str, *, but: Member | None = None) -> None:
        """Send a frame to all members."""
        for member in list(self.members):
            if member is not but:
                member.tell(frame)

    def seats_shown(self) -> list[dict[str, Any]]:
        """All seats as plain data."""
        seated = list(self.seats.values())
        return [seats.shown(seat, seated).model_dump() for seat in seated]

    @property
    def around(self) -> Around:
        """The seats and secrets for the log."""
        if self._around is None:
            seated = sorted(self.seats.values(), key=lambda each: each.id)
            secrets = {each.id: each.secret for each in seated if each.secret}
            self._around = Around(canonical([seats.in_log(each) for each in seated]), canonical(secrets))
        return self._around

    @property
    def proposal(self) -> Proposal | None:
        """The current proposal; it becomes void with the next line."""
        return proposal_of(self.game.proposal, self.number)

    async def join(self, member: Member, resume: int | None) -> None:
        """Add a member, with the lines it missed or the whole state."""
        async with self.lock:
            for frame in await self._welcome(self.seated(member), resume, member.client):
                member.tell(frame)
            self.members.append(member)
            # A client that reconnects may have left its old socket half open: the oldest goes.
            own = [each for each in self.members if each.seat == member.seat]
            for each in own[: -self.limits.seat_sockets]:
                each.leave(Problem("limit/waiting", say("This seat has too many open sockets")))
                self.members.remove(each)

    def removed(self) -> None:
        """The game was deleted: all members leave."""
        for member in list(self.members):
            member.leave(Problem("game/unknown", say("The game was deleted")))

    def leave(self, member: Member) -> None:
        """Remove a member."""
        if member in self.members:
            self.members.remove(member)

    def seated(self, member: Member) -> SeatRow:
        """The seat of a member; raises Problem if it was revoked or has expired."""
        seat = self.seats.get(member.seat)
        if seat is None or not seats.opens(seat):
            raise Problem("seat/unknown", say("Your seat was revoked or has expired"))
        return seat

    async def _welcome(self, seat: SeatRow, resume: int | None, client: str) -> list[str]:
        if resume is not None and resume > self.number:
            await self.refresh()
        most = MOST_MISSED
        missed = []
        resumed = resume is not None and 0 <= self.number - resume <= most
        if resumed and resume is not None and resume < self.number:
            missed = [row.told for row in await self.store.entries(self.game.id, resume, most)]
        scene = None if resumed else await self.scene(client)
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

    # --- read-only requests -----------------------------------------------------------------------

    async def scene(self, client: str) -> Scene:
        """The current state of the game, worked out for a client."""
        scene = self._scene
        while scene is None or scene.number != self.number:
            scene = self._scene = await self._judged(client, game_worker.scene)
        self.looked_at(self)
        return scene

    @property
    def weight(self) -> int:
        """The bytes that the current state takes in memory, roughly."""
        return 0 if self._scene is None else WEIGHT * len(self._scene.table)

    def forget_scene(self) -> None:
        """Drop the current state: it is fetched again when it is needed."""
        self._scene = None

    async def look(self, asked: ReadOnly | StateNow | TableNow | Replay, by: Member) -> None:
        """Answer a read-only request."""
        if isinstance(asked, Reach) and asked.partly and by.takes_parts:
            await self._grow(asked, by)
            return
        by.tell(await self._looked(self.seated(by), asked, by.client))

    async def _grow(self, asked: Reach, by: Member) -> None:
        """Answer a reach in parts, until all is known, the table changes, or the member asks for another one."""
        number, seat = self.number, self.seated(by)
        view = await self._view(seat, by.client)
        key = f"{seat.id} {asked.id} {number}"
        by.growing = key
        begun, again = time.monotonic(), False
        answer: dict[str, Any] = {}
        while True:
            left = self.limits.seconds - (time.monotonic() - begun)
            if left <= 0:
                raise too_slow(self.limits.seconds)
            part = await self.workers.run(
                f"look:{seat.id}",
                *(read_only.look_partly, view, asked, key, again),
                seconds=left,
                account=by.client,
            )
            again, answer = True, part.answer or answer
            if not part.more:
                by.tell(self.frame("looked", id=asked.id, answer=answer))
                return
            if self.number != number or by.growing != key:
                # What was shown so far is right, but not all.
                by.tell(self.frame("looked", id=asked.id, answer={**answer, "stopped": True}))
                return
            if part.answer is not None:
                by.tell(self.frame("looked", id=asked.id, answer=answer, more=True))

    async def _view(self, seat: SeatRow, client: str) -> read_only.View:
        scene = await self.scene(client)
        ways = min(MOST_WAYS, self.limits.ways)
        return read_only.View(scene.table, self.actor(seat), scene.declared, ways)

    async def _looked(
        self, seat: SeatRow, asked: ReadOnly | StateNow | TableNow | Replay, client: str
    ) -> str:
        match asked:
            case Replay():
                rows = await self.store.entries(self.game.id, asked.after, asked.limit)
                told = ",".join(row.told for row in rows)
                head = self.frame("looked", id=asked.id)
                return f'{head[:-1]},"answer":{{"announced":[{told}]}}}}'
            case StateNow():
                scene = await self.scene(client)
                answer: Any = {"state": scene.state, "question": scene.question, "start": scene.start}
            case TableNow():
                scene = await self.scene(client)
                return f'{self.frame("looked", id=asked.id)[:-1]},"answer":{scene.table}}}'
            case _:
                view = await self._view(seat, client)
                # While you drag a model a preview is asked for again and again: your long questions don't hold it up.
                quick = isinstance(asked, Preview | Actions | Targets | Ask)
                answer = await self.workers.run(
                    f"{'quick' if quick else 'look'}:{seat.id}",
                    *(read_only.look, view, asked),
                    seconds=self.limits.seconds,
                    quick=quick,
                    account=client,
                )
        return self.frame("looked", id=asked.id, answer=answer)

    def actor(self, seat: SeatRow) -> Actor:
        """The actor of a seat."""
        return seats.actor(seat, self.seats.values())

    def talk(self, asked: Talk, by: Member) -> None:
        """Pass on what a member says to all members, or to those of one seat."""
        seat = self.seated(by)
        if asked.to and asked.to not in self.seats:
            raise Problem("seat/unknown", say("This table has no seat {seat}", seat=Quoted(asked.to)))
        who = {"seat": seat.id, "role": seat.role, "name": seat.name}
        said = {"by": who, "text": asked.text.strip(), "at": asked.at, "when": seats.now()}
        by.tell(self.frame("talked", id=asked.id, **said))
        for member in list(self.members):
            if member is not by and asked.to in ("", member.seat):
                member.tell(self.frame("talked", id="", **said))

    # --- changes ----------------------------------------------------------------------------------

    def _commit(self) -> None:
        """From here on the running change is stored, acknowledged and announced, whether or not its client stays."""
        task = asyncio.current_task()
        if task is not None:
            self.committed.add(task)
            task.add_done_callback(self.committed.discard)

    def give_up(self, task: asyncio.Task[Any]) -> None:
        """The client of a request is gone: end its work, unless it is being stored already."""
        if task not in self.committed:
            task.cancel()

    async def say(self, asked: Changing, by: Member) -> None:
        """Carry out a change: answer the member first, then the others. Raises Problem if it is refused."""
        async with self.lock:
            if self._doubtful:
                await self.refresh()
            again = await self._said_before(by.seat, asked)
            if again is not None:
                by.tell(again)
                return
            seat = self.seated(by)
            actor = self.actor(seat)
            self.demand_trusted(seat)
            if not actor.plays:
                raise Problem("seat/not-yours", WATCH_ONLY)
            if self.game.over and not isinstance(asked, Finish):
                raise Problem("game/over", say("The game is over"))
            if not isinstance(asked, Finish | Consent):
                self._demand_space()
            if isinstance(asked, Undo | Finish | Consent):
                await self._agree(seat, asked, by)
            else:
                await self._keep(asked.id, await self._judge(actor, asked, by.client), by)

    def _demand_space(self) -> None:
        """Raise Problem if the game can't grow."""
        if self.game.bytes + self._grown > self.limits.game_bytes:
            raise Problem("limit/space", say("This game has too many lines. Finish it and begin another one"))
        if self.game.client in self.full:
            raise Problem(
                "limit/space", say("The games of its host take too much space. Delete some of them")
            )

    async def _judge(self, actor: Actor, asked: Declare | Answer | Play | Override, client: str) -> NewLine:
        if isinstance(asked, Declare):
            return await self._judged(client, game_worker.declare, actor, self.around, asked.declaration)
        if isinstance(asked, Answer):
            given = Answered(asked.how, getattr(asked, asked.how))
            return await self._judged(client, game_worker.answer, actor, self.around, self.game.seed, given)
        if isinstance(asked, Play):
            played = game_worker.play, actor, self.around, self.game.seed
            return await self._judged(client, *played, asked.side, asked.strength)
        if actor.role != "referee":
            raise Problem("seat/not-yours", say("Only a referee can make corrections"))
        return await self._judged(
            client, game_worker.override, actor, self.around, asked.effects, asked.reason, self.limits.pieces
        )

    async def _said_before(self, seat: str, asked: Changing) -> str | None:
        """The answer to a repeated request; None if the request is new. Raises Problem if it is stale."""
        if asked.seen > self.number:
            await self.refresh()
        if asked.seen == self.number:
            # A request that was carried out added a line, so its client can't have seen the last one.
            return None
        before = await self.store.answered(self.game.id, seat, asked.id)
        if before is None:
            says = say(
                "You have seen line {seen}, the game is at line {now}", seen=asked.seen, now=self.number
            )
            raise Problem("state/stale", says, seen=asked.seen, now=self.number)
        (state,) = _read(before.game, before.line, "state")
        return self._done(asked.id, before.number, state, before.told)

    async def _keep(self, request: str, said: NewLine, by: Member) -> None:
        """Store a line, then acknowledge it, then announce it."""
        assert said.number == self.number + 1, "a worker has judged at another line"
        self._commit()
        row = EntryRow(self.game.id, said.number, by.seat, request, said.line, said.told, seats.now())
        try:
            await self.store.append(row)
        except Overtaken:
            await self.refresh()
            says = say("Another player was faster: the game is at line {now}", now=self.number)
            raise Problem("state/stale", says, seen=row.number - 1, now=self.number) from None
        except Reused as reused:
            problems = [{"where": "id", "says": str(reused)}]
            raise Problem("request/malformed", rendered(str(reused)), problems=problems) from None
        except StoreFailed as failed:
            # It may have been stored all the same: the next request refreshes first.
            self._doubtful = True
            raise store_problem(failed) from None
        self.number, self.hash, self.seal, self._scene = said.number, said.state, said.seal, None
        self._grown += len(said.line) + len(said.told)
        by.tell(self._done(request, said.number, said.state, said.told))
        self.tell(said.told, but=by)

    @staticmethod
    def _done(request: str, number: int, state: str, told: str) -> str:
        return f'{{"kind":"done","seq":{number},"hash":"{state}","id":"{request}","announced":{told}}}'

    async def _judged(self, client: str, work: Callable[..., T | LogNeeded], *arguments: Any) -> T:
        """Run a function in the worker of this game; with the whole log if the worker needs it."""

        async def run(position: Position) -> T | LogNeeded:
            return await self.workers.run(
                self.game.id,
                work,
                position,
                *arguments,
                seconds=self.limits.game_seconds,
                ahead=True,
                account=client,
            )

        found = await run(Position(self.game.id, self.seal))
        if isinstance(found, LogNeeded):
            found = await run(Position(self.game.id, self.seal, tuple(await self.store.log(self.game.id))))
            assert not isinstance(found, LogNeeded), "a worker with the log has the game"
        return found

    # --- seats ------------------------------------------------------------------------------------

    def demand_trusted(self, seat: SeatRow) -> None:
        """Raise Problem if a seat is that of a referee to whom not all players have agreed."""
        if seat.role == "referee" and not seats.trusted(seat, self.seats.values()):
            waits = seats.doubters(seat, self.seats.values())
            says = say("All players must agree to a referee before it can act")
            raise Problem("seat/not-yours", says, doubters=waits)

    async def seat_changed(self, asked: Seating, by: Member) -> None:
        """Carry out a change of seats: agree to a referee, or add a secret to the dice."""
        async with self.lock:
            await self.refresh()
            seat = self.seated(by)
            if seat.role != "player":
                raise Problem("seat/not-yours", say("Only players can do this"))
            self._commit()
            await seating.change(self.store, self.seats, seat, asked)
            await self.refresh()
            by.tell(self.frame("looked", id=asked.id, answer={"seats": self.seats_shown()}))

    # --- proposals --------------------------------------------------------------------------------

    async def _agree(self, seat: SeatRow, asked: Undo | Finish | Consent, by: Member) -> None:
        """Propose, agree to or decline something; it is carried out when all players agree."""
        if isinstance(asked, Finish) and self.game.over:
            by.tell(self._over(asked.id))
            return
        proposal = self.proposal
        if isinstance(asked, Consent):
            # The player who proposed it may withdraw it.
            withdrawn = proposal is not None and proposal.by == seat.id and not asked.agree
            if proposal is None or not (withdrawn or seat.id in proposal.needs):
                raise Problem("state/not-now", say("There is no proposal for you to answer"))
            if not asked.agree:
                await self._change(proposal="")
                self._say_all("declined", asked.id, by, what=proposal.what, by=seat.id)
                return
        elif (
            proposal is not None and proposal.what != asked.kind and proposal.needs and seat.role != "referee"
        ):
            raise Problem("state/not-now", say("Another proposal is still open. Wait until it is answered"))
        elif proposal is None or proposal.what != asked.kind or seat.role == "referee":
            # A referee need not wait for the players, whatever they have proposed.
            proposal = Proposal.new(asked.kind, seat, self.number, list(self.seats.values()))
        # Proposing the same counts as consent.
        proposal = agreed(proposal, seat.id)
        if proposal.what == "undo":
            try:
                said = await self._judged(
                    by.client, game_worker.undo, self.actor(seat), self.around, not proposal.needs
                )
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
        self._commit()
        try:
            await self.store.change_game(self.game.id, **values)
        except StoreFailed as failed:
            self._doubtful = True
            raise store_problem(failed) from None
        self.game = replace(self.game, **values)

    def _over(self, request: str) -> str:
        return self.frame("over", id=request, seed=self.game.seed, commitment=self.game.commitment)

    # --- changes by other processes ---------------------------------------------------------------

    async def catch_up(self) -> None:
        """Load the changes of other processes."""
        async with self.lock:
            await self.refresh()

    async def refresh(self) -> None:
        """Load the changes of other processes; the caller holds the lock."""
        before, proposed = self.game, self.proposal
        for row in await self.store.entries(self.game.id, self.number):
            self._at(row)
            self.tell(row.told)
        found = await self.store.game(self.game.id)
        if found is None:
            self.removed()
            raise Problem("game/unknown", say("The game was deleted"))
        # What this room has added may be counted there already: a limit of space need not be exact.
        self.game = replace(found, header="", bytes=max(found.bytes - self._grown, self.game.bytes))
        if self.game.over and not before.over:
            self.tell(self._over(""))
        elif self.proposal != proposed and self.proposal is not None:
            self.tell(self.frame("proposed", id="", proposal=self.proposal.data()))
        await self.reseat()
        self._doubtful = False

    async def reseat(self) -> None:
        """Read the seats again: disconnect members without a valid seat, and send the seats to the others."""
        found = {seat.id: seat for seat in await self.store.seats(self.game.id)}
        if found == self.seats:
            return
        self.seats, self._around = found, None
        for member in list(self.members):
            if not seats.opens(found[member.seat]):
                member.leave(Problem("seat/unknown", say("Your seat was revoked")))
        self.tell(self.frame("seats", seats=self.seats_shown()))
