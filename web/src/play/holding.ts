// A finger that rests on a choice only wants to look: lifting it gives no order.

const LONG_PRESS = 380; // milliseconds, as on the map

export function holdToLook(look: () => void): (button: HTMLElement) => () => void {
  return (button) => {
    const ending = new AbortController();
    const { signal } = ending;
    let timer = 0;
    let held = false;
    const rest = () => clearTimeout(timer);
    button.addEventListener(
      "pointerdown",
      ({ pointerType }) => {
        held = false;
        if (pointerType === "mouse") return;
        timer = setTimeout(() => {
          held = true;
          look();
        }, LONG_PRESS);
      },
      { signal },
    );
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(end, rest, { signal });
    button.addEventListener(
      "click",
      (event) => {
        if (!held) return;
        held = false;
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
