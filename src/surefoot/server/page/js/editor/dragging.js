// Dragging from a list onto the table, with a mouse, a pen or a finger; a plain press is left to the click.

/** A press that moved less than this is a click. */
const SLOP = 8;

/**
 * Let an element be dragged onto the table of the editor.
 * @param {HTMLElement} made
 * @param {any} editor
 * @param {{put: (event: PointerEvent) => void, over?: (event: PointerEvent | null) => void}} does what happens where it is let go, and while it is over the table; null when it has left it
 */
export function draggable(made, editor, { put, over = () => {} }) {
  made.addEventListener("pointerdown", (down) => {
    const isFar = (event) => Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > SLOP;
    const moved = (event) => {
      const here = isFar(event) && editor.isOver(event);
      editor.stage.classList.toggle("receives", here);
      over(here ? event : null);
    };
    const ended = (event) => {
      removeEventListener("pointermove", moved);
      for (const end of ["pointerup", "pointercancel"]) removeEventListener(end, ended);
      editor.stage.classList.remove("receives");
      over(null);
      if (event.type !== "pointerup" || !isFar(event) || !editor.isOver(event)) return;
      // The drag ends in a click as well, which must not count.
      made.dataset.dragged = "yes";
      setTimeout(() => delete made.dataset.dragged);
      put(event);
    };
    addEventListener("pointermove", moved);
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, ended);
  });
  return made;
}

/** Whether a click is only the end of a drag. */
export const wasDragged = (made) => made.dataset.dragged !== undefined;
