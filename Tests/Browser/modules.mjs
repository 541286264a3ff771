// What modules of the app compute, without a browser. Run by test_files.py with the Node of Playwright.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

const app = new URL('../../Sources/PostcardWeb/app/', import.meta.url);
const load = name => import(new URL(`js/${name}`, app));
const { project, unproject, showing, ofView, viewOf, worldSize } = await load('map/mercator.js');
const { layOut, lineAt, lineOf } = await load('grid/rows.js');
const { decode } = await load('map/world.js');
const { cluster } = await load('map/clusters.js');
const { signal, effect } = await load('base/signal.js');
const { colorsFor } = await load('base/colors.js');
const { match, address } = await load('base/router.js');
const { Selection } = await load('grid/selection.js');

const near = (a, b, tolerance) => assert.ok(Math.abs(a - b) <= tolerance, `${a} is not ${b}`);

test('a place goes to the map and back', () => {
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

test('a view that is kept comes back', () => {
    const camera = { ...project({ latitude: 35.36, longitude: 138.73 }), zoom: 9 };
    const back = ofView(viewOf(camera, 390, 700), 390, 700);
    near(back.zoom, 9, 0.02);
    near(back.x, camera.x, 1e-5);
    near(back.y, camera.y, 1e-4);
});

test('rows fill their width and have every picture once', () => {
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

test('an outline that is cut is refused, not read past its end', () => {
    const whole = new Uint8Array(readFileSync(new URL('world-low.bin', app)));
    assert.throws(() => decode(whole.slice(0, whole.length / 2)));
    assert.throws(() => decode(new Uint8Array(40)));
});

test('pins that cover one another are joined, and part as one looks closer', () => {
    const pins = [[48.858, 2.294], [48.8585, 2.295], [40.7, -74]].map(([latitude, longitude], at) => ({ id: `pin-${at}`, ...project({ latitude, longitude }) }));
    assert.deepEqual(cluster(pins, 5).map(each => each.pins.length), [2, 1]);
    assert.deepEqual(cluster(pins, 17).map(each => each.pins.length), [1, 1, 1]);
    assert.equal(worldSize(1), 512);
});

test('effects follow signals until they are ended', async () => {
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

test('ink and accents can be read on any background', () => {
    const part = value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    const luminance = color => [1, 3, 5].map(at => part(parseInt(color.slice(at, at + 2), 16) / 255)).reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0);
    const contrast = (a, b) => { const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y); return (high + 0.05) / (low + 0.05); };
    for (const page of ['#000000', '#ffffff', '#808080', '#204a3c', '#ff0000', '#0000ff', '#ffee88', '#777777', '#8a2be2']) {
        const colors = colorsFor(page);
        for (const name of ['--ink', '--soft', '--accent', '--blue']) assert.ok(contrast(colors[name], page) >= 4.5 || contrast(colors['--ink'], page) < 4.6, `${name} on ${page}`);
    }
    assert.equal(colorsFor('auto'), null);
});

test('addresses lead to screens, with what they name', () => {
    const routes = [{ pattern: '/app/' }, { pattern: '/app/pins/:pin' }, { pattern: '/app/pins/:pin/photos/:photo' }];
    assert.deepEqual(match(routes, '/app/pins/pin-1/photos/a%2Fb')?.params, { pin: 'pin-1', photo: 'a/b' });
    assert.equal(match(routes, '/app')?.route, routes[0]);
    assert.equal(match(routes, '/app/pins/'), null);
    assert.equal(match(routes, '/app/pins/%E0%A4%A'), null);
    assert.equal(address('/app/pins/:pin', { pin: 'a/b' }), '/app/pins/a%2Fb');
});

test('a range is selected between two that are there', () => {
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
