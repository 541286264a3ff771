import { worldSize } from './mercator.js';

/** How near pins are joined, in CSS pixels. */
const reach = 46;

/**
 * Pins that stand together, in parts of the world as `mercator.js` has places.
 *
 * @typedef {{ id: string, name: string, photos: number, album: string, x: number, y: number, coordinate: import('./mercator.js').Coordinate
 *   }} MapPin
 * @typedef {{ key: string, x: number, y: number, pins: MapPin[] }} Cluster
 */

/**
 * Joins pins that would cover one another at a zoom, until none do; it is rounded down, so that clusters stay the same while one zooms
 * between whole numbers.
 *
 * @param {MapPin[]} pins
 * @param {number} zoom
 * @returns {Cluster[]}
 */
export function cluster(pins, zoom) {
    const cell = reach / worldSize(Math.floor(zoom));
    let found = pins.map(pin => ({ key: pin.id, x: pin.x, y: pin.y, pins: [pin] }));
    // A cluster stands in the middle of its pins, which may be nearer to another one than they were.
    for (let before = Infinity; found.length < before;) {
        before = found.length;
        found = joined(found, cell);
    }
    return found;
}

/** Joins each cluster with the nearest of those before it that is within a distance. */
function joined(clusters, cell) {
    /** @type {Map<string, { key: string, parts: Cluster[], x: number, y: number }[]>} */
    const grid = new Map();
    const result = [];
    for (const each of clusters) {
        const [column, row] = [Math.floor(each.x / cell), Math.floor(each.y / cell)];
        let nearest = null;
        let least = cell * cell;
        for (let x = column - 1; x <= column + 1; x += 1) {
            for (let y = row - 1; y <= row + 1; y += 1) {
                for (const other of grid.get(`${x} ${y}`) ?? []) {
                    const distance = (other.x - each.x) ** 2 + (other.y - each.y) ** 2;
                    if (distance < least) [nearest, least] = [other, distance];
                }
            }
        }
        if (nearest) {
            nearest.parts.push(each);
        } else {
            const made = { key: each.key, parts: [each], x: each.x, y: each.y };
            result.push(made);
            const place = `${column} ${row}`;
            grid.set(place, [...(grid.get(place) ?? []), made]);
        }
    }
    return result.map(({ key, parts }) => {
        const pins = parts.flatMap(part => part.pins);
        const middle = axis => pins.reduce((sum, pin) => sum + pin[axis], 0) / pins.length;
        return { key, x: middle('x'), y: middle('y'), pins };
    });
}
