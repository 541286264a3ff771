// Unit tests of the app's modules without a browser. test_files.py runs them with Playwright's Node.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';

const app = new URL('../../Sources/PostcardWeb/app/', import.meta.url);
const load = name => import(new URL(`js/${name}`, app));
// Modules that also draw access the page when they are loaded.
const element = { setAttribute() {}, addEventListener() {}, append() {} };
Object.assign(globalThis, { document: { ...element, createElement: () => element }, addEventListener() {}, matchMedia: () => element, localStorage: { getItem: () => null } });
const { cluster, project, unproject, showing, ofView, viewOf, worldSize, bounded } = await load('map/mercator.js');
const { layOut, lineAt, lineOf } = await load('grid/lines.js');
const { decode, piecesIn } = await load('map/world.js');
const { signal, effect } = await load('base/signal.js');
const { colorsFor } = await load('base/colors.js');
const { match, pathTo } = await load('base/router.js');
const { Selection } = await load('grid/selection.js');

const near = (a, b, tolerance) => assert.ok(Math.abs(a - b) <= tolerance, `${a} is not ${b}`);

test('a coordinate is projected and unprojected', () => {
    for (const [latitude, longitude] of [[0, 0], [48.8584, 2.2945], [-54.8, -68.3], [84, 179.9]]) {
        const there = unproject(project({ latitude, longitude }));
        near(there.latitude, latitude, 2e-6);
        near(there.longitude, longitude, 2e-6);
    }
});

test('pins on both sides of longitude 180 are shown across it', () => {
    const camera = showing([{ latitude: -17, longitude: 178 }, { latitude: -17, longitude: -178 }], 800, 600);
    near(Math.abs(unproject(camera).longitude), 180, 0.01);
    assert.ok(camera.zoom > 6);
});

test('a stored view is restored', () => {
    const camera = { ...project({ latitude: 35.36, longitude: 138.73 }), zoom: 9 };
    const back = ofView(viewOf(camera, 390, 700), 390, 700);
    near(back.zoom, 9, 0.02);
    near(back.x, camera.x, 1e-5);
    near(back.y, camera.y, 1e-4);
});

test('rows fill their width and contain each picture once', () => {
    const ratios = Float32Array.from({ length: 10_000 }, (_, at) => [1.5, 0.67, 1, 1.78, 3.9, 0.2][at % 6]);
    const lines = layOut(ratios, 1000, 180, 6);
    assert.equal(lines.starts[0], 0);
    assert.equal(lines.starts[lines.count], ratios.length);
    for (let line = 0; line < lines.count - 1; line += 1) {
        const row = ratios.slice(lines.starts[line], lines.starts[line + 1]).map(ratio => Math.max(0.5, Math.min(3, ratio)));
        near(row.reduce((sum, ratio) => sum + ratio * lines.sizes[line], 6 * (row.length - 1)), 1000, 0.5);
        assert.ok(lines.sizes[line] > 90 && lines.sizes[line] <= 288);
    }
    assert.equal(lineOf(lines, 5000), lineAt(lines, lines.offsets[lineOf(lines, 5000)] + 1));
    assert.equal(layOut(new Float32Array(0), 1000, 180, 6).length, 0);
});

test('the outlines of the world are closed rings within the map', () => {
    for (const name of ['world-low.bin', 'world.bin']) {
        const { rings, coasts, borders } = decode(new Uint8Array(readFileSync(new URL(name, app))));
        assert.ok(rings.length > 100 && coasts.length > 50 && borders.length > 100);
        for (const { xs, ys, left, right } of rings) {
            assert.ok(left >= -0.001 && right <= 1.001);
            near(xs[0], xs[xs.length - 1], 1e-9);
            near(ys[0], ys[ys.length - 1], 1e-9);
        }
    }
});

const pieces = readdirSync(new URL('world/', app)).map(name => ({ name, piece: decode(new Uint8Array(readFileSync(new URL(`world/${name}`, app)))) }));

/** The number of rings around a place, odd where it is in one of them. */
const isIn = (shapes, { x, y }) => shapes.filter(({ xs, ys }) => {
    let isInside = false;
    for (let at = 1; at < xs.length; at += 1) {
        if (ys[at] > y !== ys[at - 1] > y && x < xs[at] + (y - ys[at]) / (ys[at - 1] - ys[at]) * (xs[at - 1] - xs[at])) isInside = !isInside;
    }
    return isInside;
}).length % 2 === 1;

test('pieces contain land, lakes and places of their part of the world', () => {
    for (const { name, piece } of pieces) {
        const [row, column] = name.match(/\d+/g).map(Number);
        const [west, north] = [column * 30 - 180, 90 - row * 30];
        const box = { left: project({ latitude: 0, longitude: west }).x, right: project({ latitude: 0, longitude: west + 30 }).x,
            top: project({ latitude: north, longitude: 0 }).y, bottom: project({ latitude: north - 30, longitude: 0 }).y };
        assert.ok(piece.rings.length > 0, name);
        for (const { xs, ys, left, right, top, bottom } of [...piece.rings, ...piece.lakes, ...piece.islands]) {
            near(xs[0], xs[xs.length - 1], 1e-9);
            near(ys[0], ys[ys.length - 1], 1e-9);
            assert.ok(left > box.left - 0.001 && right < box.right + 0.001 && top > box.top - 0.001 && bottom < box.bottom + 0.001, name);
        }
        for (const place of piece.places) {
            assert.ok(place.name.trim() && place.x >= box.left - 1e-5 && place.x <= box.right + 1e-5 && place.y >= box.top - 1e-4
                && place.y <= box.bottom + 1e-4, `${place.name} in ${name}`);
        }
    }
    assert.ok(pieces.reduce((sum, { piece }) => sum + piece.places.length, 0) > 7000);
});

/** The distance between a point and a line, in degrees of longitude. */
const away = ({ xs, ys }, { x, y }) => 360 * Math.min(...Array.from(xs.subarray(1), (u, at) => {
    const [dx, dy] = [u - xs[at], ys[at + 1] - ys[at]];
    const part = Math.max(0, Math.min(1, ((x - xs[at]) * dx + (y - ys[at]) * dy) / (dx * dx + dy * dy || 1)));
    return Math.hypot(xs[at] + part * dx - x, ys[at] + part * dy - y);
}));

for (const [river, latitude, longitude] of [['the Nile in Aswan', 24.09, 32.89], ['the Seine in Paris', 48.855, 2.35],
    ['the Columbia near Portland', 45.6, -122.6], ['the Tagus in Toledo', 39.86, -4.02]]) {
    test(`${river} is a line`, () => {
        const name = `${Math.floor((90 - latitude) / 30)}-${Math.floor((longitude + 180) / 30)}.bin`;
        const { coasts } = pieces.find(each => each.name === name).piece;
        const least = Math.min(...coasts.map(coast => away(coast, project({ latitude, longitude }))));
        assert.ok(least < 0.05, `${least}° away`);
    });
}

test('the map requests exactly the existing pieces', async () => {
    const asked = [];
    globalThis.fetch = async url => { asked.push(String(url)); throw new Error('Offline'); };
    const found = piecesIn({ left: 0, right: 1, top: 0, bottom: 1 }, () => {});
    assert.equal(found.length, 72);
    assert.deepEqual(asked.map(url => url.split('/').at(-1)).sort(), pieces.map(({ name }) => name).sort());
    // Open sea needs no request, and a requested piece is not requested again at once.
    assert.equal(found.filter(piece => piece.world).length, 60 - pieces.length);
    piecesIn({ left: 0, right: 1, top: 0, bottom: 1 }, () => {});
    assert.equal(asked.length, pieces.length);
});

for (const [place, latitude, longitude, expected] of [['Lisbon', 38.72, -9.14, 'land'], ['the sea off Lisbon', 38.6, -9.6, 'sea'],
    ['Naxos', 37.05, 25.5, 'land'], ['the strait of Naxos', 37.08, 25.33, 'sea'], ['Kansas', 38.5, -98.4, 'land'], ['Lake Michigan', 43.5, -87, 'lake'],
    ['Lake Geneva', 46.42, 6.6, 'lake'], ['Manitoulin, an island in a lake', 45.75, -82.2, 'land'], ['the Black Sea, at an edge', 45, 30, 'sea'],
    ['Kyiv, near an edge', 50.45, 30.52, 'land'], ['the Caspian Sea', 42, 50.5, 'sea']]) {
    test(`${place} is ${expected}`, () => {
        const [row, column] = [Math.floor((90 - latitude) / 30), Math.floor((longitude + 180) / 30)];
        const { rings, lakes, islands } = pieces.find(({ name }) => name === `${row}-${column}.bin`).piece;
        const point = project({ latitude, longitude });
        assert.equal(isIn(islands, point) ? 'land' : isIn(lakes, point) ? 'lake' : isIn(rings, point) ? 'land' : 'sea', expected);
    });
}

test('no part of the world is in a view twice', () => {
    for (const [width, height] of [[390, 844], [1440, 900], [1920, 1080], [3840, 1600]]) {
        const size = worldSize(bounded({ x: 0.5, y: 0.5, zoom: 0 }, width, height).zoom);
        assert.ok(size >= width - 1e-6 && size >= height - 1e-6);
    }
});

test('a truncated outline is rejected without reading past its end', () => {
    const whole = new Uint8Array(readFileSync(new URL('world-low.bin', app)));
    assert.throws(() => decode(whole.slice(0, whole.length / 2)));
    assert.throws(() => decode(new Uint8Array(40)));
});

test('overlapping pins are clustered, and separate when zooming in', () => {
    const pins = [[48.858, 2.294], [48.8585, 2.295], [40.7, -74]].map(([latitude, longitude], at) => ({ id: `pin-${at}`, ...project({ latitude, longitude }) }));
    assert.deepEqual(cluster(pins, 5).map(each => each.pins.length), [2, 1]);
    assert.deepEqual(cluster(pins, 17).map(each => each.pins.length), [1, 1, 1]);
    assert.equal(worldSize(1), 512);
});

test('clusters never overlap', () => {
    let seed = 1;
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    const pins = Array.from({ length: 400 }, (_, at) => ({ id: `pin-${at}`, x: 0.5 + random() ** 3 / 500, y: 0.4 + random() ** 2 / 500 }));
    for (let zoom = 3; zoom <= 18; zoom += 1) {
        const clusters = cluster(pins, zoom);
        assert.equal(clusters.reduce((sum, each) => sum + each.pins.length, 0), pins.length);
        clusters.forEach((one, at) => {
            for (const other of clusters.slice(at + 1)) {
                assert.ok(Math.hypot(one.x - other.x, one.y - other.y) * worldSize(zoom) >= 46 - 1e-6, `${one.key} and ${other.key} at zoom ${zoom}`);
            }
        });
    }
});

test('effects follow signals until they end', async () => {
    const stop = new AbortController();
    const [one, two] = [signal(1), signal(2)];
    const seen = [];
    effect(() => seen.push(one.value + two.value), stop.signal);
    one.value = 5;
    two.value = 6;
    await Promise.resolve();
    assert.deepEqual(seen, [3, 11]);
    stop.abort();
    one.value = 7;
    await Promise.resolve();
    assert.deepEqual(seen, [3, 11]);
});

const part = value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const luminance = color => [1, 3, 5].map(at => part(parseInt(color.slice(at, at + 2), 16) / 255)).reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0);
const contrast = (a, b) => { const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y); return (high + 0.05) / (low + 0.05); };

test('land and sea differ on any background', () => {
    const tokens = readFileSync(new URL('css/tokens.css', app), 'utf8');
    const night = tokens.slice(tokens.indexOf('dark)'));
    const own = ['#22303c', '#141414', '#000000', '#204a3c', '#3c2a4a', '#4a2030', '#ffffff', '#faf8f4', '#cfe0ea', '#ffee88'].map(colorsFor);
    for (const colors of [...own, ...[tokens, night].map(text => Object.fromEntries(text.matchAll(/(--sea|--land): (#\w{6})/g).map(found => found.slice(1, 3))))]) {
        assert.ok(contrast(colors['--sea'], colors['--land']) >= 1.1, JSON.stringify(colors));
    }
    for (const page of ['#22303c', '#141414', '#204a3c']) assert.ok(contrast(colorsFor(page)['--sea'], colorsFor(page)['--land']) >= 1.25, page);
});

test('ink and accents are readable on any background', () => {
    for (const page of ['#000000', '#ffffff', '#808080', '#204a3c', '#ff0000', '#0000ff', '#ffee88', '#777777', '#8a2be2']) {
        const colors = colorsFor(page);
        for (const name of ['--ink', '--soft', '--accent', '--blue']) assert.ok(contrast(colors[name], page) >= 4.5 || contrast(colors['--ink'], page) < 4.6, `${name} on ${page}`);
    }
    assert.equal(colorsFor('auto'), null);
});

test('paths lead to screens with their parameters', () => {
    const routes = [{ pattern: '/app/' }, { pattern: '/app/pins/:pin' }, { pattern: '/app/pins/:pin/photos/:photo' }];
    assert.deepEqual(match(routes, '/app/pins/pin-1/photos/a%2Fb')?.params, { pin: 'pin-1', photo: 'a/b' });
    assert.equal(match(routes, '/app')?.route, routes[0]);
    assert.equal(match(routes, '/app/pins/'), null);
    assert.equal(match(routes, '/app/pins/%E0%A4%A'), null);
    assert.equal(pathTo('/app/pins/:pin', { pin: 'a/b' }), '/app/pins/a%2Fb');
});

test('a range is selected between two existing items', () => {
    let told = [];
    const selection = new Selection(() => ['a', 'b', 'c', 'd'], ids => { told = ids; });
    selection.extend('c');
    assert.deepEqual(told, ['c']);
    selection.extend('a');
    assert.deepEqual(told, ['a', 'b', 'c']);
    selection.toggle('b');
    selection.set([]);
    selection.extend('d');
    assert.deepEqual(told, ['d']);
});
