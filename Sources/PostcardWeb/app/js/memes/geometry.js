/** @typedef {{ x: number, y: number, width: number, height: number }} Rectangle In pixels of the stage, or in fractions of the picture. */

/** The eight handles, and where each is: -1 left or top, 0 in the middle, 1 right or bottom. */
export const handles = { nw: [-1, -1], n: [0, -1], ne: [1, -1], e: [1, 0], se: [1, 1], s: [0, 1], sw: [-1, 1], w: [-1, 0] };

const turned = (x, y, degrees) => {
    const [cos, sin] = [Math.cos(degrees * Math.PI / 180), Math.sin(degrees * Math.PI / 180)];
    return [x * cos - y * sin, x * sin + y * cos];
};

/**
 * A rectangle after a handle of it was dragged; the opposite edge or corner stays where it is, also when it is turned.
 *
 * @param {Rectangle} box
 * @param {keyof handles} handle
 * @param {number} dx How far it was dragged, in the same unit.
 * @param {number} dy
 * @param {number} angle Degrees clockwise that the rectangle is turned round its middle.
 * @param {number} minimum Of both sides.
 * @returns {Rectangle}
 */
export function resized(box, handle, dx, dy, angle, minimum) {
    const [sideX, sideY] = handles[handle];
    const [localX, localY] = turned(dx, dy, -angle);
    const width = sideX ? Math.max(minimum, box.width + sideX * localX) : box.width;
    const height = sideY ? Math.max(minimum, box.height + sideY * localY) : box.height;
    const [shiftX, shiftY] = turned(sideX * (width - box.width) / 2, sideY * (height - box.height) / 2, angle);
    return { x: box.x + box.width / 2 + shiftX - width / 2, y: box.y + box.height / 2 + shiftY - height / 2, width, height };
}

/** A rectangle made larger or smaller round its middle. */
export function scaled(box, factor, minimum) {
    const [width, height] = [Math.max(minimum, box.width * factor), Math.max(minimum, box.height * factor)];
    return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
}

/** The degrees, -180 to 180, of a line from the middle to a point; 0 is straight down, where the handle for turning is. Multiples of 15 attract. */
export function angleTo(middle, point) {
    const degrees = Math.atan2(-(point.x - middle.x), point.y - middle.y) * 180 / Math.PI;
    const round = Math.round(degrees / 15) * 15;
    return Math.abs(degrees - round) < 4 ? round : Math.round(degrees);
}

/** Lines that boxes stick to, in fractions: the edges, margins of 3 %, thirds, and the middle. */
const lines = [0, 0.03, 1 / 3, 0.5, 2 / 3, 0.97, 1];

/**
 * Where a box that is moved comes to rest: an edge or the middle of it on a line that is near.
 *
 * @param {Rectangle} box In fractions.
 * @param {{ x: number, y: number }} reach How near a line must be, in fractions.
 * @returns {{ box: Rectangle, x: number | null, y: number | null }} `x` and `y` are the lines that it rests on.
 */
export function snapped(box, reach) {
    const best = (start, length, within) => {
        let found = { shift: 0, line: /** @type {number | null} */ (null) };
        let nearest = within;
        for (const line of lines) for (const part of [0, 0.5, 1]) {
            const shift = line - (start + length * part);
            if (Math.abs(shift) < nearest) [nearest, found] = [Math.abs(shift), { shift, line }];
        }
        return found;
    };
    const [x, y] = [best(box.x, box.width, reach.x), best(box.y, box.height, reach.y)];
    return { box: { ...box, x: box.x + x.shift, y: box.y + y.shift }, x: x.line, y: y.line };
}

const within = (value, low, high) => Math.round(Math.min(high, Math.max(low, value)) * 10_000) / 10_000;

/** A point as the service takes it, with no more digits than a pixel needs. */
export const placed = ({ x, y }) => ({ x: within(x, -10, 10), y: within(y, -10, 10) });

/** A box as the service takes it: within its limits, with no more digits than a pixel needs. */
export function rounded(box) {
    return { x: within(box.x, -10, 10), y: within(box.y, -10, 10), width: within(box.width, 0.01, 20), height: within(box.height, 0.01, 20) };
}

/**
 * Where the base picture is in the picture of a meme, in fractions of the latter: what stands round it makes that larger.
 *
 * @param {any} meme
 * @param {{ width: number, height: number }} shown Of the meme's picture.
 * @param {{ width: number, height: number }} base Of the base picture, in the same pixels.
 * @param {Rectangle} [told] What the service said about it, in pixels of the meme's picture.
 * @returns {Rectangle}
 */
export function baseFrame(meme, shown, base, told) {
    const frame = told ?? (() => {
        if (!meme.surround && !meme.above?.length && !meme.below?.length) return { x: 0, y: 0, ...shown };
        const side = Math.max(0, (shown.width - base.width) / 2);
        return { x: side, y: meme.above?.length ? Math.max(0, shown.height - side - base.height) : side, width: base.width, height: base.height };
    })();
    return { x: frame.x / shown.width, y: frame.y / shown.height, width: frame.width / shown.width, height: frame.height / shown.height };
}
