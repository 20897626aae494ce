// The picture: sharp at any size and pixel ratio, and optionally with the look of a television.

/** The ratio of width to height of the picture's pixels on a television. */
const PIXEL_ASPECT = 0.857;
/** The opacity of the dark gaps between the lines of a television. */
const GAP = 0.28;

export class Screen {
  /** Whether the picture has the lines and the softness of a television. */
  television = false;
  private readonly source = document.createElement("canvas");
  private readonly enlarged = document.createElement("canvas");
  private latest: ImageData | null = null;
  private isDue = false;

  constructor(private readonly canvas: HTMLCanvasElement) {
    new ResizeObserver(() => this.request()).observe(canvas.parentElement ?? canvas);
  }

  /** Sets the next picture, which is drawn when the display is ready for it. */
  show(picture: ImageData): void {
    this.latest = picture;
    this.request();
  }

  /** Requests a redraw, for example in another size or look. */
  request(): void {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      this.isDue = false;
      this.draw();
    });
  }

  /** Converts a position on the page to one in the picture: 0 to 1 across and down. */
  place(event: { clientX: number; clientY: number }): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  }

  private draw(): void {
    const picture = this.latest;
    const room = this.canvas.parentElement?.getBoundingClientRect();
    if (!picture || !room || room.width < 1 || room.height < 1) return;
    const ratio = window.devicePixelRatio || 1;
    const scale = Math.min(room.width / (picture.width * PIXEL_ASPECT), room.height / picture.height) * ratio;
    const width = Math.max(1, Math.round(picture.width * PIXEL_ASPECT * scale));
    const height = Math.max(1, Math.round(picture.height * scale));
    if (this.canvas.width !== width || this.canvas.height !== height) {
      [this.canvas.width, this.canvas.height] = [width, height];
      this.canvas.style.width = `${width / ratio}px`;
      this.canvas.style.height = `${height / ratio}px`;
    }
    resize(this.source, picture.width, picture.height);
    context(this.source).putImageData(picture, 0, 0);
    // Enlarge by a whole factor first, which keeps edges sharp; only the final scaling interpolates.
    const times = Math.max(1, Math.ceil(scale));
    resize(this.enlarged, picture.width * times, picture.height * times);
    const enlarged = context(this.enlarged);
    enlarged.imageSmoothingEnabled = this.television;
    enlarged.drawImage(this.source, 0, 0, this.enlarged.width, this.enlarged.height);
    if (this.television && times > 1) {
      enlarged.fillStyle = `rgb(0 0 0 / ${GAP})`;
      const gap = Math.max(1, Math.floor(times / 3));
      for (let line = 1; line <= picture.height; line++) {
        enlarged.fillRect(0, line * times - gap, this.enlarged.width, gap);
      }
    }
    const screen = context(this.canvas);
    screen.imageSmoothingEnabled = true;
    screen.imageSmoothingQuality = "high";
    screen.drawImage(this.enlarged, 0, 0, width, height);
  }
}

function resize(canvas: HTMLCanvasElement, width: number, height: number): void {
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
}

function context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const found = canvas.getContext("2d", { alpha: false });
  if (!found) throw new Error("the browser has no 2D canvas");
  return found;
}
