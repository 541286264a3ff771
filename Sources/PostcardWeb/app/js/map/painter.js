import { project, unproject, worldSize } from './mercator.js';

const steps = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
/** The zoom from which the coast has a soft edge, because the coast's exact position is uncertain. */
const soft = 9;
/** The uncertainty of the coast, as a fraction of the world's width. */
const doubt = 0.01 / 360;

/** Returns the map's colors from the style sheet. */
export function readColors(element) {
    const style = getComputedStyle(element);
    const color = (name) => style.getPropertyValue(name).trim();
    return {
        sea: color('--sea'),
        land: color('--land'),
        coast: color('--coast'),
        border: color('--border'),
        graticule: color('--graticule'),
        ink: color('--ink'),
        soft: color('--soft'),
        sans: color('--sans'),
    };
}

/**
 * Returns the part of the map that a camera shows.
 *
 * @param {import('./mercator.js').Camera} camera
 */
export function viewOn(camera, width, height) {
    const size = worldSize(camera.zoom);
    return {
        left: camera.x - width / size / 2,
        top: camera.y - height / size / 2,
        right: camera.x + width / size / 2,
        bottom: camera.y + height / size / 2,
        size,
    };
}

/**
 * Draws the map under the pins: available tiles, and the outline with names everywhere else.
 *
 * @param {CanvasRenderingContext2D} context A context scaled to CSS pixels.
 * @param {{ tiles?: import('./tiles.js').TileLayer | null, camera: import('./mercator.js').Camera, width:
 *   number, height: number, world: import('./world.js').World | null, pieces: import('./world.js').Piece[],
 *   cities: any[], taken: import('./pins.js').Box[], colors: any }} scene `pieces` replace `world`; `taken`
 *   are the boxes of pins and their names.
 * @returns {boolean} True if a place name can be read, or streets cover the view.
 */
export function paint(context, { tiles, camera, width, height, world, pieces, cities, taken, colors }) {
    const view = viewOn(camera, width, height);
    const streets = tiles?.find(view);
    let isNamed = Boolean(streets?.isWhole);
    if (!streets?.isWhole) {
        context.fillStyle = colors.sea;
        context.fillRect(0, 0, width, height);
        paintLand(context, { world, pieces, view, zoom: camera.zoom, colors });
        graticule(context, camera, view, width, height, colors);
        isNamed = names(
            context,
            [...cities, ...pieces.flatMap((piece) => piece.world?.places ?? [])],
            camera,
            view,
            colors,
            width,
            height,
            [...taken],
        );
    }
    for (const { image, x, y, part, left, top, drawn } of streets?.parts ?? []) {
        context.drawImage(image, x, y, part, part, left, top, drawn, drawn);
    }
    return isNamed;
}

/** Draws land, lakes, coasts and borders on a canvas that already has the color of the sea. */
export function paintLand(context, { world, pieces, view, zoom, colors }) {
    const isWhole = pieces.length > 0 && pieces.every((piece) => piece.world);
    if (world && !isWhole) land(context, world, view, zoom, colors);
    for (const piece of pieces) {
        if (!piece.world) continue;
        const [left, top] = [(piece.left - view.left) * view.size, (piece.top - view.top) * view.size];
        const [across, down] = [
            (piece.right - piece.left) * view.size,
            (piece.bottom - piece.top) * view.size,
        ];
        context.save();
        if (!isWhole) {
            context.beginPath();
            context.rect(left, top, across, down);
            context.clip();
            context.fillStyle = colors.sea;
            context.fillRect(left, top, across, down);
        }
        land(context, piece.world, view, zoom, colors);
        context.restore();
    }
}

function land(context, { rings, lakes, islands, borders, coasts }, view, zoom, colors) {
    const fill = (shapes, color) => {
        context.fillStyle = color;
        each(shapes, view, (shape, shift) => {
            trace(context, shape, view, shift);
            context.fill('evenodd');
        });
    };
    const stroke = (shapes, color, width) => {
        context.lineWidth = width;
        context.strokeStyle = color;
        each(shapes, view, (shape, shift) => {
            trace(context, shape, view, shift);
            context.stroke();
        });
    };
    fill(rings, colors.land);
    fill(lakes, colors.sea);
    fill(islands, colors.land);
    context.lineJoin = 'round';
    // Antialiasing leaves hairline gaps between countries; the border covers them.
    stroke(borders, colors.border, 1);
    if (zoom > soft) {
        context.globalAlpha = 0.2;
        stroke(coasts, colors.coast, Math.min(36, doubt * view.size));
        context.globalAlpha = 1;
    } else {
        stroke(coasts, colors.coast, zoom < 3 ? 0.8 : 1.2);
    }
}

/** Calls `draw` for each shape in view, once for each visible copy of the world. */
function each(shapes, view, draw) {
    for (let shift = Math.floor(view.left); shift <= Math.floor(view.right); shift += 1) {
        for (const shape of shapes) {
            if (
                shape.right + shift < view.left || shape.left + shift > view.right ||
                shape.bottom < view.top ||
                shape.top > view.bottom
            ) continue;
            // Shapes smaller than a pixel are invisible.
            if (
                (shape.right - shape.left) * view.size < 0.7 && (shape.bottom - shape.top) * view.size < 0.7
            ) continue;
            draw(shape, shift);
        }
    }
}

function trace(context, { xs, ys }, { left, top, right, bottom, size }, shift) {
    context.beginPath();
    // Each bit represents a side of the view that a point is beyond. The margin allows for the line width.
    const [x0, x1, y0, y1] = [-40, (right - left) * size + 40, -40, (bottom - top) * size + 40];
    const beyond = (x, y) => (x < x0 ? 1 : x > x1 ? 2 : 0) | (y < y0 ? 4 : y > y1 ? 8 : 0);
    const last = xs.length - 1;
    let [lastX, lastY, lastSide] = [Infinity, Infinity, 0];
    let [nextX, nextY] = [(xs[0] + shift - left) * size, (ys[0] - top) * size];
    let nextSide = beyond(nextX, nextY);
    for (let index = 0; index <= last; index += 1) {
        const [x, y, side] = [nextX, nextY, nextSide];
        if (index < last) {
            [nextX, nextY] = [(xs[index + 1] + shift - left) * size, (ys[index + 1] - top) * size];
            nextSide = beyond(nextX, nextY);
        }
        // Segments shorter than a pixel are invisible, as are segments entirely beyond one side of the view.
        if (
            index > 0 && index < last &&
            (lastSide & side & nextSide || Math.abs(x - lastX) < 0.6 && Math.abs(y - lastY) < 0.6)
        ) continue;
        if (index === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
        [lastX, lastY, lastSide] = [x, y, side];
    }
}

/**
 * Draws lines of latitude and longitude, at most 130 pixels apart. From zoom 5, their degrees are at the edges.
 */
function graticule(context, camera, view, width, height, colors) {
    const degrees = 360 / view.size * 130;
    const step = steps.findLast((each) => each >= degrees) ?? steps[0];
    const digits = step < 1 ? Math.min(3, Math.ceil(-Math.log10(step))) : 0;
    context.strokeStyle = colors.graticule;
    context.fillStyle = colors.soft;
    context.lineWidth = 1;
    context.font = `11px ${colors.sans}`;
    context.beginPath();
    const labels = [];
    for (
        let line = Math.ceil((view.left - 0.5) * 360 / step);
        line * step <= (view.right - 0.5) * 360;
        line += 1
    ) {
        const x = Math.round((line * step / 360 + 0.5 - view.left) * view.size) + 0.5;
        context.moveTo(x, 0);
        context.lineTo(x, height);
        const turned = ((line * step + 540) % 360 + 360) % 360 - 180;
        labels.push([
            `${Math.abs(turned).toFixed(digits)}°${turned < 0 ? 'W' : turned > 0 ? 'E' : ''}`,
            x + 4,
            height - 5,
        ]);
    }
    const [north, south] = [
        unproject({ x: 0, y: Math.max(0, view.top) }).latitude,
        unproject({ x: 0, y: Math.min(1, view.bottom) }).latitude,
    ];
    for (let line = Math.ceil(south / step); line * step <= north; line += 1) {
        const y = Math.round((project({ latitude: line * step, longitude: 0 }).y - view.top) * view.size) +
            0.5;
        context.moveTo(0, y);
        context.lineTo(width, y);
        // Farther up, the search field would cover the degrees.
        if (y > 80) {
            labels.push([
                `${Math.abs(line * step).toFixed(digits)}°${line < 0 ? 'S' : line > 0 ? 'N' : ''}`,
                4,
                y - 4,
            ]);
        }
    }
    context.stroke();
    if (camera.zoom < 5) return;
    context.textAlign = 'left';
    context.textBaseline = 'alphabetic';
    for (const [text, x, y] of labels) context.fillText(text, x, y);
}

/** Draws place names without overlaps, important ones first. Returns true if at least one name is in view. */
function names(context, places, camera, view, colors, width, height, taken) {
    if (camera.zoom < 2.6) return true;
    context.font = `12px ${colors.sans}`;
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    context.lineWidth = 3;
    context.lineJoin = 'round';
    context.strokeStyle = colors.land;
    let isNamed = false;
    for (const { name, x: across, y: down } of camera.zoom < 4 ? places.slice(0, 40) : places) {
        for (let shift = Math.floor(view.left); shift <= Math.floor(view.right); shift += 1) {
            const [x, y] = [(across + shift - view.left) * view.size, (down - view.top) * view.size];
            if (x < -80 || x > width + 20 || y < -10 || y > height + 10) continue;
            const box = { left: x - 6, right: x + 12 + name.length * 7, top: y - 9, bottom: y + 9 };
            // Names are kept far apart, so they are readable and the coast is visible.
            if (
                taken.some((other) =>
                    box.left - 16 < other.right && box.right + 16 > other.left &&
                    box.top - 14 < other.bottom &&
                    box.bottom + 14 > other.top
                )
            ) continue;
            taken.push(box);
            isNamed ||= box.left > 0 && box.right < width && box.top > 80 && box.bottom < height;
            context.beginPath();
            context.arc(x, y, 2.2, 0, 7);
            context.fillStyle = colors.soft;
            context.fill();
            context.strokeText(name, x + 7, y);
            context.fillText(name, x + 7, y);
        }
    }
    return isNamed;
}
