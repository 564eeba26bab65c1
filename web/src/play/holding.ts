// A finger or a mouse that is held on a choice only wants to look: lifting it gives no order.
import { LONG_PRESS, MOUSE_HELD } from "../board/gestures";

export function holdToLook(look: () => void): (button: HTMLElement) => () => void {
  return (button) => {
    const ending = new AbortController();
    const { signal } = ending;
    let timer = 0;
    let held = false;
    const rest = () => clearTimeout(timer);
    button.addEventListener(
      "pointerdown",
      ({ pointerType, button: pressed }) => {
        held = false;
        if (pressed !== 0) return;
        const long = pointerType === "mouse" ? MOUSE_HELD : LONG_PRESS;
        timer = setTimeout(() => {
          held = true;
          look();
        }, long);
      },
      { signal },
    );
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(end, rest, { signal });
    button.addEventListener(
      "click",
      (event) => {
        const looked = held && event.detail > 0; // Enter presses it too
        held = false;
        if (!looked) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      { signal, capture: true },
    );
    button.addEventListener("contextmenu", (event) => held && event.preventDefault(), { signal });
    return () => {
      rest();
      ending.abort();
    };
  };
}
