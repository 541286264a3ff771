import { svg } from '../base/dom.js';

/**
 * The way of a journal from place to place, drawn without a map: where places lie to each other.
 *
 * @param {any[]} places In their order.
 */
export function routeMap(places) {
    const [width, height, edge] = [600, 200, 26];
    const points = unrolled(places).map(({ latitude, longitude }) => ({ x: longitude * Math.PI / 180,
        y: -Math.asinh(Math.tan(Math.max(-85, Math.min(85, latitude)) * Math.PI / 180)) }));
    const [xs, ys] = [points.map(point => point.x), points.map(point => point.y)];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const [across, down] = [Math.max(...xs) - left, Math.max(...ys) - top];
    // Places of one street are not drawn as a line across the whole picture.
    const scale = Math.min((width - 2 * edge) / Math.max(across, 1e-5), (height - 2 * edge) / Math.max(down, 1e-5));
    const put = point => ({ x: width / 2 + (point.x - left - across / 2) * scale, y: height / 2 + (point.y - top - down / 2) * scale });
    const dots = points.map(put);
    const number = value => value.toFixed(1);
    const path = dots.map((dot, at) => `${at ? 'L' : 'M'}${number(dot.x)} ${number(dot.y)}`).join('');
    return svg('svg', { class: 'route', viewBox: `0 0 ${width} ${height}`, role: 'img',
        'aria-label': `The way from ${places[0].name} to ${places[places.length - 1].name}` },
        svg('path', { class: 'route-line', d: path, pathLength: 1 }),
        dots.map((dot, at) => svg('g', null, svg('circle', { class: 'route-dot', cx: number(dot.x), cy: number(dot.y), r: 13 }),
            svg('text', { x: number(dot.x), y: number(dot.y), dy: '.35em' }, at + 1))));
}

/** Coordinates of which none is half the world away from the one before: a way over the Pacific stays short. */
function unrolled(places) {
    let last = places[0].coordinate.longitude;
    return places.map(({ coordinate: { latitude, longitude } }) => {
        last += ((longitude - last) % 360 + 540) % 360 - 180;
        return { latitude, longitude: last };
    });
}
