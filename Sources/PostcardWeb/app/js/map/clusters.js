import { worldSize } from './mercator.js';

/** How near pins are joined, in CSS pixels. */
const reach = 46;
/** From this zoom on no pins are joined that differ at all. */
const apart = 16;

/**
 * Pins that stand together, in parts of the world as `mercator.js` has places.
 *
 * @typedef {{ id: string, name: string, photos: number, album: string, x: number, y: number, coordinate: import('./mercator.js').Coordinate
 *   }} MapPin
 * @typedef {{ key: string, x: number, y: number, pins: MapPin[] }} Cluster
 */

/**
 * Joins pins that would cover one another at a zoom; it is rounded down, so that clusters stay the same while one zooms between whole
 * numbers.
 *
 * @param {MapPin[]} pins
 * @param {number} zoom
 * @returns {Cluster[]}
 */
export function cluster(pins, zoom) {
    const cell = reach / worldSize(Math.floor(zoom));
    /** @type {Map<string, Cluster[]>} */
    const grid = new Map();
    const result = [];
    for (const pin of pins) {
        const [column, row] = [Math.floor(pin.x / cell), Math.floor(pin.y / cell)];
        let nearest = null;
        let least = zoom >= apart ? 1e-18 : cell * cell;
        for (let x = column - 1; x <= column + 1; x += 1) {
            for (let y = row - 1; y <= row + 1; y += 1) {
                for (const other of grid.get(`${x} ${y}`) ?? []) {
                    const distance = (other.x - pin.x) ** 2 + (other.y - pin.y) ** 2;
                    if (distance <= least) [nearest, least] = [other, distance];
                }
            }
        }
        if (nearest) {
            nearest.pins.push(pin);
        } else {
            const made = { key: pin.id, x: pin.x, y: pin.y, pins: [pin] };
            result.push(made);
            const place = `${column} ${row}`;
            grid.set(place, [...(grid.get(place) ?? []), made]);
        }
    }
    // A cluster stands in the middle of its pins.
    for (const each of result) {
        each.x = each.pins.reduce((sum, pin) => sum + pin.x, 0) / each.pins.length;
        each.y = each.pins.reduce((sum, pin) => sum + pin.y, 0) / each.pins.length;
    }
    return result;
}
