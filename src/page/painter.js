// Which painter paints a maze: plain squares have lines on whole pixels and are soon painted, everything else has polygons.

import { Mesh } from './mesh.js';
import * as meshes from './mesh-paint.js';
import * as squares from './paint.js';

export function painterOf(maze) {
  return maze instanceof Mesh ? meshes : squares;
}
