import { fill, svg } from '../base/dom.js';
import { project, showing, worldSize } from '../map/mercator.js';

const [width, height, edge] = [600, 200, 26];
/** Land is drawn so much wider than the way: a wide page shows more at both sides. */
const wider = 3;

/**
 * The way of a journal from place to place, on land and sea.
 *
 * @param {any[]} places In their order.
 */
export function routeMap(places) {
    const camera = showing(places.map(place => place.coordinate), width, height, edge, 16);
    const dots = places.map(place => project(place.coordinate)).map(({ x, y }) => ({
        x: width / 2 + (x - camera.x - Math.round(x - camera.x)) * worldSize(camera.zoom),
        y: height / 2 + (y - camera.y) * worldSize(camera.zoom) }));
    const path = dots.map((dot, at) => `${at ? 'L' : 'M'}${number(dot.x)} ${number(dot.y)}`).join('');
    const land = svg('g', { class: 'route-land', transform: `translate(${width * (1 - wider) / 2})` });
    // Without it, the way is still there.
    drawLand(land, camera).catch(() => {});
    return svg('svg', { class: 'route', viewBox: `0 0 ${width} ${height}`, role: 'img',
        'aria-label': `The way from ${places[0].name} to ${places[places.length - 1].name}` },
        land, svg('path', { class: 'route-line', d: path, pathLength: 1 }),
        dots.map((dot, at) => svg('g', null, svg('circle', { class: 'route-dot', cx: number(dot.x), cy: number(dot.y), r: 13 }),
            svg('text', { x: number(dot.x), y: number(dot.y), dy: '.35em' }, at + 1))));
}

const number = value => value.toFixed(1);

async function drawLand(land, camera) {
    const [{ paintLand, viewOn }, { loadWorld, piecesIn }] = await Promise.all([import('../map/painter.js'), import('../map/world.js')]);
    const colors = Object.fromEntries(['sea', 'land', 'coast', 'border'].map(name => [name, `var(--${name})`]));
    const view = viewOn(camera, width * wider, height);
    const world = await loadWorld(camera.zoom < 3.6 ? 'world-low' : 'world');
    const draw = () => {
        const pieces = camera.zoom < 6 ? [] : piecesIn(view, draw);
        const lines = new Lines();
        paintLand(lines, { world, pieces: pieces.every(piece => piece.world) ? pieces : [], view, zoom: camera.zoom, colors });
        fill(land, ...lines.drawn);
    };
    draw();
}

/** What `paintLand` draws on, as paths: those change their colours with the page. */
class Lines {
    constructor() {
        this.drawn = [];
        this.globalAlpha = this.lineWidth = 1;
        this.fillStyle = this.strokeStyle = this.path = '';
    }

    beginPath() { this.path = ''; }
    moveTo(x, y) { this.path += `M${number(x)} ${number(y)}`; }
    lineTo(x, y) { this.path += `L${number(x)} ${number(y)}`; }
    fill() { this.drawn.push(svg('path', { d: this.path, fill: this.fillStyle, 'fill-rule': 'evenodd' })); }
    stroke() {
        this.drawn.push(svg('path', { d: this.path, fill: 'none', stroke: this.strokeStyle, 'stroke-width': this.lineWidth,
            opacity: this.globalAlpha }));
    }
    save() {}
    restore() {}
}
