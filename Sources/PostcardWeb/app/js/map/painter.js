import { project, unproject, worldSize } from './mercator.js';

const steps = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
/** Where the outline becomes too coarse to be believed: from here to two zooms more it fades into paper. */
const fades = 7.5;

/** The colours of the map, read from the style sheet. */
export function readColors(element) {
    const style = getComputedStyle(element);
    const color = name => style.getPropertyValue(name).trim();
    return { sea: color('--sea'), land: color('--land'), coast: color('--coast'), border: color('--border'),
        graticule: color('--graticule'), ink: color('--ink'), soft: color('--soft'), sans: color('--sans') };
}

/**
 * Draws the map beneath the pins.
 *
 * @param {CanvasRenderingContext2D} context Scaled to CSS pixels.
 * @param {{ tiles?: import('./tiles.js').TileLayer | null, camera: import('./mercator.js').Camera, width: number, height: number, world:
 *   import('./world.js').World | null, cities: any[], taken: import('./pins.js').Box[],
 *   colors: any }} scene `taken` is where pins and their names stand.
 */
export function paint(context, { tiles, camera, width, height, world, cities, taken, colors }) {
    const size = worldSize(camera.zoom);
    const paper = Math.max(0, Math.min(1, (camera.zoom - fades) / 2));
    context.fillStyle = colors.sea;
    context.fillRect(0, 0, width, height);
    const view = { left: camera.x - width / size / 2, top: camera.y - height / size / 2, right: camera.x + width / size / 2,
        bottom: camera.y + height / size / 2, size };
    if (tiles) return tiles.draw(context, view);
    if (world && paper < 1) {
        context.fillStyle = colors.land;
        each(world.rings, view, (shape, shift) => { trace(context, shape, view, shift); context.fill('evenodd'); });
        // Countries have a hair's breadth between them where edges are smoothed; the border is drawn over it.
        context.lineJoin = 'round';
        context.lineWidth = 1;
        context.strokeStyle = colors.border;
        each(world.borders, view, (shape, shift) => { trace(context, shape, view, shift); context.stroke(); });
        context.lineWidth = camera.zoom < 3 ? 0.8 : 1.2;
        context.strokeStyle = colors.coast;
        each(world.coasts, view, (shape, shift) => { trace(context, shape, view, shift); context.stroke(); });
    }
    if (paper > 0) {
        context.globalAlpha = paper;
        context.fillStyle = colors.land;
        context.fillRect(0, 0, width, height);
        context.globalAlpha = 1;
    }
    graticule(context, camera, view, width, height, colors);
    names(context, cities, camera, view, colors, width, height, [...taken]);
}

/** Calls for what is in view, once for each copy of the world that the view shows. */
function each(shapes, view, draw) {
    for (let shift = Math.floor(view.left); shift <= Math.floor(view.right); shift += 1) {
        for (const shape of shapes) {
            if (shape.right + shift < view.left || shape.left + shift > view.right || shape.bottom < view.top
                || shape.top > view.bottom) continue;
            // What is smaller than a pixel is not seen.
            if ((shape.right - shape.left) * view.size < 0.7 && (shape.bottom - shape.top) * view.size < 0.7) continue;
            draw(shape, shift);
        }
    }
}

function trace(context, { xs, ys }, { left, top, size }, shift) {
    context.beginPath();
    let [lastX, lastY] = [Infinity, Infinity];
    for (let index = 0; index < xs.length; index += 1) {
        const [x, y] = [(xs[index] + shift - left) * size, (ys[index] - top) * size];
        if (index > 0 && index < xs.length - 1 && Math.abs(x - lastX) < 0.6 && Math.abs(y - lastY) < 0.6) continue;
        if (index === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
        [lastX, lastY] = [x, y];
    }
}

/** Lines of degrees, some 120 pixels apart, with their numbers at the edges where the map has nothing else. */
function graticule(context, camera, view, width, height, colors) {
    const degrees = 360 / view.size * 130;
    const step = steps.findLast(each => each >= degrees) ?? steps[0];
    const digits = step < 1 ? Math.min(3, Math.ceil(-Math.log10(step))) : 0;
    context.strokeStyle = camera.zoom > fades + 1 ? colors.border : colors.graticule;
    context.fillStyle = colors.soft;
    context.lineWidth = 1;
    context.font = `11px ${colors.sans}`;
    context.beginPath();
    const labels = [];
    for (let line = Math.ceil((view.left - 0.5) * 360 / step); line * step <= (view.right - 0.5) * 360; line += 1) {
        const x = Math.round((line * step / 360 + 0.5 - view.left) * view.size) + 0.5;
        context.moveTo(x, 0);
        context.lineTo(x, height);
        const turned = ((line * step + 540) % 360 + 360) % 360 - 180;
        labels.push([`${Math.abs(turned).toFixed(digits)}°${turned < 0 ? 'W' : turned > 0 ? 'E' : ''}`, x + 4, height - 5]);
    }
    const [north, south] = [unproject({ x: 0, y: Math.max(0, view.top) }).latitude,
        unproject({ x: 0, y: Math.min(1, view.bottom) }).latitude];
    for (let line = Math.ceil(south / step); line * step <= north; line += 1) {
        const y = Math.round((project({ latitude: line * step, longitude: 0 }).y - view.top) * view.size) + 0.5;
        context.moveTo(0, y);
        context.lineTo(width, y);
        // Above, the search field lies over them.
        if (y > 80) labels.push([`${Math.abs(line * step).toFixed(digits)}°${line < 0 ? 'S' : line > 0 ? 'N' : ''}`, 4, y - 4]);
    }
    context.stroke();
    if (camera.zoom < 5) return;
    context.textAlign = 'left';
    context.textBaseline = 'alphabetic';
    for (const [text, x, y] of labels) context.fillText(text, x, y);
}

/** Names of cities, the important ones first, where no other name is. */
function names(context, cities, camera, view, colors, width, height, taken) {
    if (camera.zoom < 2.6) return;
    context.font = `12px ${colors.sans}`;
    context.textBaseline = 'middle';
    context.lineWidth = 3;
    context.lineJoin = 'round';
    context.strokeStyle = colors.land;
    const most = camera.zoom < 4 ? 40 : 1000;
    for (const [name, latitude, longitude] of cities.slice(0, most)) {
        const point = project({ latitude, longitude });
        for (let shift = Math.floor(view.left); shift <= Math.floor(view.right); shift += 1) {
            const [x, y] = [(point.x + shift - view.left) * view.size, (point.y - view.top) * view.size];
            if (x < -80 || x > width + 20 || y < -10 || y > height + 10) continue;
            const box = { left: x - 6, right: x + 12 + name.length * 7, top: y - 9, bottom: y + 9 };
            if (taken.some(other => box.left < other.right && box.right > other.left && box.top < other.bottom
                && box.bottom > other.top)) continue;
            taken.push(box);
            context.beginPath();
            context.arc(x, y, 2.2, 0, 7);
            context.fillStyle = colors.soft;
            context.fill();
            context.strokeText(name, x + 7, y);
            context.fillText(name, x + 7, y);
        }
    }
}
