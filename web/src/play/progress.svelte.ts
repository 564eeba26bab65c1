import { announce } from "../announce";
import { text } from "../text";

/** Seconds after which one who listens is told again how far it is. */
const SELDOM = 10;

/** How far a program is in its thoughts, as it says itself, and since when. */
export class Progress {
  heard = $state(false);
  percent = $state(0);
  seconds = $state(0);
  private since = 0;
  private told = 0;

  /** With words, who listens hears of it now and then. */
  hear(done: number, words = ""): void {
    if (!this.heard) [this.heard, this.since, this.told] = [true, performance.now(), 0];
    this.percent = Math.round(100 * done);
    this.seconds = Math.floor((performance.now() - this.since) / 1000);
    if (!words || this.seconds < this.told + SELDOM) return;
    this.told = this.seconds;
    announce(text.play.stillThinking(words, this.percent));
  }

  clear(): void {
    this.heard = false;
  }
}
