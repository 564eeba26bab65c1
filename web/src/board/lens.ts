// The canvas as it looks at the drawing for one frame.
import { seen, type Camera, type Size } from "./camera";
import type { Box, Point } from "./geometry";

export class Lens {
  /** Pixels of the canvas to a unit of the drawing. */
  readonly scale: number;
  readonly box: Box;

  constructor(
    readonly ctx: CanvasRenderingContext2D,
    readonly camera: Camera,
    readonly view: Size,
    /** Pixels of the canvas to one of the page. */
    readonly ratio: number,
  ) {
    this.scale = camera.scale * ratio;
    this.box = seen(camera, view);
  }

  /** From here on the canvas is measured in units of the drawing. */
  onSheet(): void {
    const { scale, camera } = this;
    this.ctx.setTransform(scale, 0, 0, scale, -camera.x * scale, -camera.y * scale);
  }

  /** From here on the canvas is measured in its own pixels. */
  onCanvas(): void {
    this.ctx.setTransform(1, 0, 0, 1, 0, 0);
  }

  x(x: number): number {
    return (x - this.camera.x) * this.scale;
  }

  y(y: number): number {
    return (y - this.camera.y) * this.scale;
  }

  /** So many pixels of the page, in units of the drawing. */
  pixels(count: number): number {
    return count / this.camera.scale;
  }

  sees({ x, y }: Point, reach: number): boolean {
    const { left, top, right, bottom } = this.box;
    return x > left - reach && x < right + reach && y > top - reach && y < bottom + reach;
  }

  /** Draws a bitmap with its middle at a point of the drawing; width in pixels of the canvas. */
  stamp(image: HTMLCanvasElement, { x, y }: Point, width = image.width): void {
    const height = (image.height * width) / image.width;
    this.ctx.drawImage(image, Math.round(this.x(x) - width / 2), Math.round(this.y(y) - height / 2), width, height);
  }
}
