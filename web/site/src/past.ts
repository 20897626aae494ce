// The last minutes, to go back through: a state every so often.

import type { Emulator } from "../engine/front800_web.js";

/** Frames between two states. */
const DISTANCE = 15;
/** States kept: two and a half minutes, some 40 MB. */
const MOST = 600;

interface Moment {
  state: Uint8Array;
  recording: number;
  frame: number;
}

export class Past {
  isGoingBack = false;
  private moments: Moment[] = [];

  /** Called before each frame of a machine that goes forward. */
  note(atari: Emulator): void {
    const frame = atari.frames();
    const last = this.moments.at(-1);
    if (last && frame - last.frame < DISTANCE) return;
    this.moments.push({ state: atari.save(), recording: atari.recordingLength(), frame });
    if (this.moments.length > MOST) this.moments.shift();
  }

  /** Called instead: the machine is where it was a moment ago. */
  back(atari: Emulator): void {
    const moment = this.moments.length > 1 ? this.moments.pop() : this.moments[0];
    if (!moment) return;
    atari.load(moment.state);
    atari.cutRecording(moment.recording);
  }

  forget(): void {
    this.moments = [];
  }
}
