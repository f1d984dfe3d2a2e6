// The two canvases of the page, side by side when two animations are compared, and the camera that both share.

import { byId } from './dom.js';
import { Camera, View } from './view.js';

export const camera = new Camera();
export const view = new View(byId('maze', HTMLCanvasElement), camera);
export const secondView = new View(byId('maze-2', HTMLCanvasElement), camera);
