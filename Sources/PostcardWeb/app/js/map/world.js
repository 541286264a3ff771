import { appFile } from '../base/api.js';
import { project } from './mercator.js';

/**
 * An outline of the world, written by `Scripts/world`.
 *
 * @typedef {{ rings: Shape[], lakes: Shape[], islands: Shape[], coasts: Shape[], borders: Shape[], places:
 *   Place[] }} World `islands` are islands in lakes; `coasts` contain rivers, too.
 * @typedef {{ name: string, x: number, y: number }} Place
 * @typedef {{ left: number, right: number, top: number, bottom: number, world: World | null }} Piece A part
 *   of the map; `world` is null until it is loaded.
 * @typedef {{ xs: Float64Array, ys: Float64Array, left: number, right: number, top: number, bottom: number }}
 *   Shape Vertices as `Point` in `mercator.js`, and their bounds.
 */

/** @type {Map<string, Promise<World>>} */
const loaded = new Map();

/**
 * Loads an outline.
 *
 * @param {string} name `world`, for zooms from 3, contains five times as many vertices as `world-low`;
 *   `world/ROW-COLUMN` is a piece.
 */
export function loadWorld(name) {
    if (!loaded.has(name)) {
        const world = appFile(`${name}.bin`).then(async (response) =>
            decode(new Uint8Array(await response.arrayBuffer()))
        );
        world.catch(() => loaded.delete(name));
        loaded.set(name, world);
    }
    return loaded.get(name);
}

const columns = 12;
/** The existing pieces, in rows from north to south. Open sea and Antarctica have no pieces. */
const there = ['111111111111', '111111111111', '101111111111', '111111111111', '100111111111', ''];
const edges = [90, 60, 30, 0, -30, -60, -90].map((latitude) => project({ latitude, longitude: 0 }).y);
/** @type {World} */
const sea = { rings: [], lakes: [], islands: [], coasts: [], borders: [], places: [] };
/** @type {Map<string, World | null>} */
const pieces = new Map();

/**
 * Returns the pieces of the finest outline that are in a view.
 *
 * @param {{ left: number, top: number, right: number, bottom: number }} view
 * @param {() => void} changed Called when a missing piece has loaded, or can be requested again.
 * @returns {Piece[]}
 */
export function piecesIn(view, changed) {
    const found = [];
    for (let column = Math.floor(view.left * columns); column < view.right * columns; column += 1) {
        there.forEach((row, at) => {
            if (edges[at] >= view.bottom || edges[at + 1] <= view.top) return;
            const turned = (column % columns + columns) % columns;
            found.push({
                left: column / columns,
                right: (column + 1) / columns,
                top: edges[at],
                bottom: edges[at + 1],
                world: row[turned] === '0' ? sea : row ? piece(`${at}-${turned}`, changed) : null,
            });
        });
    }
    return found;
}

function piece(name, changed) {
    if (!pieces.has(name)) {
        pieces.set(name, null);
        loadWorld(`world/${name}`).then((world) => {
            pieces.set(name, world);
            changed();
        }, () =>
            // The browser may be offline, so the app tries again later.
            setTimeout(() => {
                pieces.delete(name);
                changed();
            }, 10_000));
    }
    return pieces.get(name);
}

/**
 * Decodes an outline; `Scripts/world` describes the format.
 *
 * @param {Uint8Array} bytes
 * @returns {World}
 */
export function decode(bytes) {
    const header = new DataView(bytes.buffer, bytes.byteOffset, 20);
    if (String.fromCharCode(...bytes.subarray(0, 4)) !== 'PCW1') {
        throw new Error('The map could not be loaded: not an outline.');
    }
    const [units, coastCount, borderCount, seamCount, ringCount, referenceCount] = [4, 6, 8, 10, 12, 14].map(
        (at) => header.getUint16(at, true),
    );
    const vertexCount = header.getUint32(16, true);
    let at = 20;
    const number = () => {
        for (let value = 0, shift = 1;; shift *= 128) {
            if (at >= bytes.length) throw new Error('The map could not be loaded: the outline is truncated.');
            const byte = bytes[at++];
            value += (byte & 127) * shift;
            if (byte < 128) return value;
        }
    };
    const signed = () => {
        const value = number();
        return value % 2 ? -(value + 1) / 2 : value / 2;
    };
    const running = (count) => {
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
    const arcs = counts.map((count) => ({
        xs: xs.subarray(start, start + count),
        ys: ys.subarray(start, start += count),
    }));
    const ringCounts = Array.from({ length: ringCount }, number);
    const references = running(referenceCount);
    let reference = 0;
    const rings = ringCounts.map((count) => join(references.subarray(reference, reference += count), arcs));
    const shapes = (part) => part.map((arc) => shape(arc.xs, arc.ys));
    const isPiece = at < bytes.length;
    const [lakeCount, islandCount, placeCount] = isPiece ? [number(), number(), number()] : [0, 0, 0];
    const [longitudes, latitudes] = [running(placeCount), running(placeCount)];
    const placeNames = new TextDecoder().decode(bytes.subarray(at)).split('\n');
    const islands = rings.splice(ringCount - islandCount);
    const lakes = rings.splice(ringCount - islandCount - lakeCount);
    return {
        rings,
        lakes,
        islands,
        coasts: shapes(arcs.slice(0, coastCount)),
        borders: shapes(arcs.slice(coastCount, coastCount + borderCount)),
        places: Array.from(
            longitudes,
            (longitude, index) => ({
                name: placeNames[index],
                ...project({ longitude: longitude / units / 4, latitude: latitudes[index] / units / 4 }),
            }),
        ),
    };
}

/** Joins arcs into a ring. Each arc starts where the previous arc ends. */
function join(references, arcs) {
    const parts = Array.from(
        references,
        (reference) => ({ arc: arcs[Math.floor(reference / 2)], isBackwards: reference % 2 === 1 }),
    );
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

/**
 * Loads large cities, the most important first, each with its name, latitude and longitude; an empty list on failure.
 */
export const loadCities = () => appFile('cities.json').then((response) => response.json()).catch(() => []);
