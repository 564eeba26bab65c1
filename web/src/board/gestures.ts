// Mouse, pen and fingers: what they do to the board.
import type { Point } from "./geometry";

export interface Hands {
  /** The board was touched, whatever comes of it. */
  touched(): void;
  /** The unit at a point of the board that may be taken and dragged. */
  takeable(at: Point): string | null;
  pan(dx: number, dy: number): void;
  zoom(factor: number, at: Point): void;
  /** The map begins or ceases to move. */
  moving(yes: boolean): void;
  pick(at: Point, byTouch: boolean): void;
  doubleTap(at: Point): void;
  take(unit: string, at: Point): void;
  drag(at: Point): void;
  drop(at: Point | null): void;
  hover(at: Point | null): void;
}

const SLACK = 5; // pixels before a press becomes a drag
const TOUCH_SLACK = 9;
export const LONG_PRESS = 380; // milliseconds
export const MOUSE_HELD = 800; // a mouse is pressed more slowly by some
const DOUBLE_TAP = 300;
const WHEEL_REST = 160;

type State =
  | { doing: "nothing" }
  | { doing: "pressing"; id: number; from: Point; unit: string | null; button: number; held: boolean }
  | { doing: "panning"; id: number }
  | { doing: "dragging"; id: number }
  | { doing: "looking" }
  | { doing: "pinching" };

export class Gestures {
  private state: State = { doing: "nothing" };
  private readonly fingers = new Map<number, Point>();
  private pressTimer = 0;
  private wheelTimer = 0;
  private lastTap: { time: number; at: Point } | null = null;
  private readonly ending = new AbortController();

  constructor(
    private readonly element: HTMLElement,
    private readonly hands: Hands,
  ) {
    const { signal } = this.ending;
    element.addEventListener("pointerdown", (event) => this.down(event), { signal });
    element.addEventListener("pointermove", (event) => this.move(event), { signal });
    element.addEventListener("pointerup", (event) => this.up(event), { signal });
    element.addEventListener("pointercancel", (event) => this.cancel(event), { signal });
    element.addEventListener("pointerleave", (event) => this.left(event), { signal });
    element.addEventListener("wheel", (event) => this.wheel(event), { signal, passive: false });
    element.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    window.addEventListener("keydown", (event) => this.key(event), { signal });
  }

  close(): void {
    clearTimeout(this.pressTimer);
    clearTimeout(this.wheelTimer);
    this.ending.abort();
  }

  /** A finger that is lifted does not point elsewhere: the stack it opened stays open. */
  private left(event: PointerEvent): void {
    if (event.pointerType !== "touch") this.hands.hover(null);
  }

  private point({ clientX, clientY }: MouseEvent): Point {
    const { left, top } = this.element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  private down(event: PointerEvent): void {
    const at = this.point(event);
    this.hands.touched();
    this.element.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, at);
    if (event.button === 1) event.preventDefault(); // no scrolling by the middle button
    if (this.fingers.size === 2) {
      this.leave();
      this.state = { doing: "pinching" };
      this.hands.moving(true);
      return;
    }
    if (this.fingers.size > 2) return;
    const unit = event.button === 0 ? this.hands.takeable(at) : null;
    this.state = { doing: "pressing", id: event.pointerId, from: at, unit, button: event.button, held: false };
    if (event.pointerType === "touch")
      this.pressTimer = setTimeout(() => (unit ? this.take(unit, at, event.pointerId) : this.look(at)), LONG_PRESS);
    else this.pressTimer = setTimeout(() => this.rest(), MOUSE_HELD);
  }

  /** A mouse that is held may still be drawn away, but when it is let go nothing is chosen. */
  private rest(): void {
    if (this.state.doing === "pressing") this.state = { ...this.state, held: true };
  }

  private move(event: PointerEvent): void {
    const at = this.point(event);
    const before = this.fingers.get(event.pointerId);
    if (!before) {
      this.hands.hover(at);
      return;
    }
    if (this.state.doing === "pinching") this.pinch(event.pointerId, at);
    this.fingers.set(event.pointerId, at);
    if (this.state.doing === "pressing" && event.pointerId === this.state.id) this.press(event, this.state, at);
    else if (this.state.doing === "panning") this.hands.pan(before.x - at.x, before.y - at.y);
    else if (this.state.doing === "dragging") this.hands.drag(at);
  }

  private press(event: PointerEvent, state: State & { doing: "pressing" }, at: Point): void {
    const touch = event.pointerType === "touch";
    if (Math.hypot(at.x - state.from.x, at.y - state.from.y) <= (touch ? TOUCH_SLACK : SLACK)) return;
    clearTimeout(this.pressTimer);
    if (state.unit && !touch) {
      this.take(state.unit, at, state.id);
      return;
    }
    this.state = { doing: "panning", id: state.id };
    this.hands.moving(true);
    this.hands.pan(state.from.x - at.x, state.from.y - at.y);
  }

  /** A finger that rests only looks: when it is lifted, nothing is chosen. */
  private look(at: Point): void {
    this.state = { doing: "looking" };
    this.hands.hover(at);
  }

  private take(unit: string, at: Point, id: number): void {
    this.state = { doing: "dragging", id };
    this.hands.take(unit, at);
    this.hands.drag(at);
  }

  private up(event: PointerEvent): void {
    const at = this.point(event);
    this.fingers.delete(event.pointerId);
    const { state } = this;
    clearTimeout(this.pressTimer);
    if (state.doing === "pinching") {
      const [rest] = this.fingers.keys();
      this.state = rest === undefined ? { doing: "nothing" } : { doing: "panning", id: rest };
      if (rest === undefined) this.hands.moving(false);
      return;
    }
    this.state = { doing: "nothing" };
    if (state.doing === "panning") this.hands.moving(false);
    else if (state.doing === "dragging") this.hands.drop(at);
    else if (state.doing === "pressing" && state.button === 0 && !state.held) this.tap(event, at);
  }

  private tap(event: PointerEvent, at: Point): void {
    const touch = event.pointerType === "touch";
    const last = this.lastTap;
    this.lastTap = touch ? { time: event.timeStamp, at } : null;
    if (
      last &&
      touch &&
      event.timeStamp - last.time < DOUBLE_TAP &&
      Math.hypot(at.x - last.at.x, at.y - last.at.y) < 30
    ) {
      this.lastTap = null;
      this.hands.doubleTap(at);
    } else this.hands.pick(at, touch);
  }

  private pinch(id: number, at: Point): void {
    const before = this.fingers.get(id);
    const other = [...this.fingers].find(([finger]) => finger !== id)?.[1];
    if (!before || !other) return;
    const spread = (a: Point) => Math.max(20, Math.hypot(a.x - other.x, a.y - other.y));
    const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
    this.hands.pan((before.x - at.x) / 2, (before.y - at.y) / 2);
    this.hands.zoom(spread(at) / spread(before), middle);
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const unit =
      event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? 400 : 1;
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
    clearTimeout(this.wheelTimer);
    this.hands.moving(true);
    // A pinch on a trackpad comes as a wheel with the control key and small steps.
    if (Math.abs(dx) > Math.abs(dy) && !event.ctrlKey) this.hands.pan(dx, dy);
    else this.hands.zoom(wheelFactor(dy, event.ctrlKey), this.point(event));
    this.wheelTimer = setTimeout(() => this.hands.moving(false), WHEEL_REST);
  }

  private key(event: KeyboardEvent): void {
    if (event.key === "Escape" && this.state.doing === "dragging") this.leave();
  }

  private cancel(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    this.leave();
  }

  /** Whatever is being done ends without a result. */
  private leave(): void {
    clearTimeout(this.pressTimer);
    if (this.state.doing === "dragging") this.hands.drop(null);
    if (this.state.doing === "panning" || this.state.doing === "pinching") this.hands.moving(false);
    this.state = { doing: "nothing" };
  }
}

/** How much one turn of the wheel zooms: smoothly for small steps, never by more than a half at once. */
export function wheelFactor(delta: number, pinch: boolean): number {
  return Math.min(1.5, Math.max(1 / 1.5, Math.exp(-delta * (pinch ? 0.01 : 0.0018))));
}
