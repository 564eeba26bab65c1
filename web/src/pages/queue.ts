// Pictures wait for each other: a server may have to draw them first, and a browser opens only a few connections to it.
// Those that are left over serve whoever clicks meanwhile.
const AT_ONCE = 2;

export class Queue {
  private readonly waiting: (() => void)[] = [];
  private loading = 0;

  /** Begin when there is room; call what is returned when it has ended, or is wanted no more. */
  join(begin: () => void): () => void {
    let began = false;
    let ended = false;
    const start = () => {
      began = true;
      this.loading += 1;
      begin();
    };
    this.waiting.push(start);
    this.next();
    return () => {
      if (ended) return;
      ended = true;
      if (began) this.loading -= 1;
      else this.waiting.splice(this.waiting.indexOf(start), 1);
      this.next();
    };
  }

  private next(): void {
    if (this.loading < AT_ONCE) this.waiting.shift()?.();
  }
}

export const pictures = new Queue();
