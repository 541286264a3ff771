import { project } from './mercator.js';

/**
 * An outline of the world, as `Scripts/world` writes it.
 *
 * @typedef {{ rings: Shape[], coasts: Shape[], borders: Shape[] }} World
 * @typedef {{ xs: Float64Array, ys: Float64Array, left: number, right: number, top: number, bottom: number }} Shape Vertices as
 *   `mercator.js` has places, and what they span.
 */

/** @type {Map<string, Promise<World>>} */
const loaded = new Map();

/**
 * Loads an outline.
 *
 * @param {'world-low' | 'world'} name The second one has five times the vertices, for zoom 3 and more.
 */
export function loadWorld(name) {
    if (!loaded.has(name)) {
        const world = fetch(new URL(`../../${name}.bin`, import.meta.url)).then(async response => {
            if (!response.ok) throw new Error(`${name}.bin: ${response.status}`);
            return decode(new Uint8Array(await response.arrayBuffer()));
        });
        world.catch(() => loaded.delete(name));
        loaded.set(name, world);
    }
    return loaded.get(name);
}

/**
 * Reads an outline; the format is described in `Scripts/world`.
 *
 * @param {Uint8Array} bytes
 * @returns {World}
 */
export function decode(bytes) {
    const header = new DataView(bytes.buffer, bytes.byteOffset, 20);
    if (String.fromCharCode(...bytes.subarray(0, 4)) !== 'PCW1') throw new Error('This is no outline of the world.');
    const [units, coastCount, borderCount, seamCount, ringCount, referenceCount] = [4, 6, 8, 10, 12,
        14].map(at => header.getUint16(at, true));
    const vertexCount = header.getUint32(16, true);
    let at = 20;
    const number = () => {
        for (let value = 0, shift = 1; ; shift *= 128) {
            if (at >= bytes.length) throw new Error('The outline of the world ends too early.');
            const byte = bytes[at++];
            value += (byte & 127) * shift;
            if (byte < 128) return value;
        }
    };
    const signed = () => {
        const value = number();
        return value % 2 ? -(value + 1) / 2 : value / 2;
    };
    const running = count => {
        const values = new Float64Array(count);
        for (let index = 0, value = 0; index < count; index += 1) values[index] = value += signed();
        return values;
    };
    const arcCount = coastCount + borderCount + seamCount;
    const counts = Array.from({ length: arcCount }, number);
    const [xs, ys] = [running(vertexCount), running(vertexCount)];
    for (let index = 0; index < vertexCount; index += 1) {
        const point = project({ longitude: xs[index] / units, latitude: ys[index] / units });
        xs[index] = point.x;
        ys[index] = point.y;
    }
    let start = 0;
    const arcs = counts.map(count => ({ xs: xs.subarray(start, start + count), ys: ys.subarray(start, start += count) }));
    const ringCounts = Array.from({ length: ringCount }, number);
    const references = running(referenceCount);
    let reference = 0;
    const rings = ringCounts.map(count => join(references.subarray(reference, reference += count), arcs));
    const shapes = part => part.map(arc => shape(arc.xs, arc.ys));
    return { rings, coasts: shapes(arcs.slice(0, coastCount)), borders: shapes(arcs.slice(coastCount, coastCount + borderCount)) };
}

/** A ring of arcs, one after another; each begins where the one before it ends. */
function join(references, arcs) {
    const parts = Array.from(references, reference => ({ arc: arcs[Math.floor(reference / 2)], isBackwards: reference % 2 === 1 }));
    const length = parts.reduce((sum, { arc }) => sum + arc.xs.length - 1, 1);
    const [xs, ys] = [new Float64Array(length), new Float64Array(length)];
    let at = 0;
    for (const { arc, isBackwards } of parts) {
        const last = arc.xs.length - 1;
        for (let index = at === 0 ? 0 : 1; index <= last; index += 1, at += 1) {
            const from = isBackwards ? last - index : index;
            xs[at] = arc.xs[from];
            ys[at] = arc.ys[from];
        }
    }
    return shape(xs, ys);
}

function shape(xs, ys) {
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let index = 0; index < xs.length; index += 1) {
        left = Math.min(left, xs[index]);
        right = Math.max(right, xs[index]);
        top = Math.min(top, ys[index]);
        bottom = Math.max(bottom, ys[index]);
    }
    return { xs, ys, left, right, top, bottom };
}

/** Large cities, the important ones first: the name, the latitude and the longitude of each; none where they cannot be had. */
export const loadCities = () => fetch(new URL('../../cities.json', import.meta.url)).then(response => response.json()).catch(() => []);
