/**
 * A point on the map. Both values are from 0 to 1: the distances from longitude -180 and from the upper edge, divided
 * by the world's width.
 *
 * @typedef {{ x: number, y: number }} Point
 * @typedef {{ latitude: number, longitude: number }} Coordinate
 * @typedef {{ x: number, y: number, zoom: number }} Camera The center of the view; the world is 256 × 2^zoom
 *   CSS pixels wide.
 */

const highestZoom = 18;
const radians = Math.PI / 180;
const lastLatitude = 85.0511;

/** @param {Coordinate} coordinate @returns {Point} */
export function project({ latitude, longitude }) {
    const sine = Math.sin(Math.max(-lastLatitude, Math.min(lastLatitude, latitude)) * radians);
    return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

/** @param {Point} point @returns {Coordinate} */
export function unproject({ x, y }) {
    const latitude = Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) / radians;
    const longitude = ((x - Math.floor(x)) - 0.5) * 360;
    return { latitude: round(latitude), longitude: round(longitude) };
}

// A millionth of a degree is about a tenth of a meter.
const round = (degrees) => Math.round(degrees * 1e6) / 1e6;

/** Returns the width of the world at a zoom, in CSS pixels. */
export const worldSize = (zoom) => 256 * 2 ** zoom;

/** Returns the lowest zoom, at which the world fills the view without repeating. */
const lowestZoom = (width, height) => Math.max(0, Math.log2(Math.max(width, height) / 256));

/**
 * Limits a camera to the world. The camera wraps around at longitude 180, and stops at the upper and lower edges.
 */
export function bounded({ x, y, zoom }, width, height) {
    const allowed = Math.max(lowestZoom(width, height), Math.min(highestZoom, zoom));
    const half = height / worldSize(allowed) / 2;
    return {
        x: x - Math.floor(x),
        y: half >= 0.5 ? 0.5 : Math.max(half, Math.min(1 - half, y)),
        zoom: allowed,
    };
}

/** Returns a camera that shows all places with a margin in CSS pixels, at a zoom of at most `most`. */
export function showing(coordinates, width, height, margin = 56, most = 13) {
    const points = coordinates.map(project);
    const [top, bottom] = [
        Math.min(...points.map((point) => point.y)),
        Math.max(...points.map((point) => point.y)),
    ];
    // The view omits the widest gap between places, which may cross the date line.
    const sorted = points.map((point) => point.x).sort((a, b) => a - b);
    let [gap, start] = [sorted[0] + 1 - sorted[sorted.length - 1], sorted[0]];
    for (let at = 1; at < sorted.length; at += 1) {
        if (sorted[at] - sorted[at - 1] > gap) [gap, start] = [sorted[at] - sorted[at - 1], sorted[at]];
    }
    const span = 1 - gap;
    const zoom = Math.log2(
        Math.min(
            Math.max(60, width - 2 * margin) / Math.max(span, 1e-9),
            Math.max(60, height - 2 * margin) / Math.max(bottom - top, 1e-9),
        ) / 256,
    );
    return bounded({ x: start + span / 2, y: (top + bottom) / 2, zoom: Math.min(zoom, most) }, width, height);
}

/** Returns the camera for a stored view. */
export function ofView({ center, latitudeSpan, longitudeSpan }, width, height) {
    const middle = project(center);
    const north = project({
        latitude: Math.min(lastLatitude, center.latitude + latitudeSpan / 2),
        longitude: 0,
    });
    const south = project({
        latitude: Math.max(-lastLatitude, center.latitude - latitudeSpan / 2),
        longitude: 0,
    });
    const zoom = Math.log2(
        Math.min(width / Math.max(longitudeSpan / 360, 1e-7), height / Math.max(south.y - north.y, 1e-7)) /
            256,
    );
    return bounded({ ...middle, zoom }, width, height);
}

/** Returns the view to store for a camera. */
export function viewOf(camera, width, height) {
    const size = worldSize(camera.zoom);
    const north = unproject({ x: 0, y: Math.max(0, camera.y - height / size / 2) });
    const south = unproject({ x: 0, y: Math.min(1, camera.y + height / size / 2) });
    return {
        center: unproject(camera),
        latitudeSpan: Math.min(180, north.latitude - south.latitude),
        longitudeSpan: Math.min(360, width / size * 360),
    };
}

/** Returns the length of a CSS pixel at a camera's center, in meters. */
export function metersPerPixel(camera) {
    return 40_075_016.7 * Math.cos(unproject(camera).latitude * radians) / worldSize(camera.zoom);
}

/** The distance within which pins are clustered, in CSS pixels. */
const reach = 46;

/**
 * Pins and clusters, with positions as in `Point`.
 *
 * @typedef {{ id: string, name: string, photos: number, album: string, x: number, y: number, coordinate:
 *   Coordinate }} MapPin
 * @typedef {{ key: string, x: number, y: number, pins: MapPin[] }} Cluster
 */

/**
 * Clusters pins that would overlap at a zoom, until none do. The zoom is rounded down, so clusters change
 * only at whole zoom levels.
 *
 * @param {MapPin[]} pins
 * @param {number} zoom
 * @returns {Cluster[]}
 */
export function cluster(pins, zoom) {
    const cell = reach / worldSize(Math.floor(zoom));
    let found = pins.map((pin) => ({ key: pin.id, x: pin.x, y: pin.y, pins: [pin] }));
    // The center of a cluster's pins may be closer to another cluster than the pins were.
    for (let before = Infinity; found.length < before;) {
        before = found.length;
        found = joined(found, cell);
    }
    return found;
}

/** Joins each cluster with the nearest earlier cluster within a distance. */
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
        const pins = parts.flatMap((part) => part.pins);
        const middle = (axis) => pins.reduce((sum, pin) => sum + pin[axis], 0) / pins.length;
        return { key, x: middle('x'), y: middle('y'), pins };
    });
}
