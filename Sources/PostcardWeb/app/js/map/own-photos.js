import { picture, resource } from '../base/api.js';
import { dialog } from '../base/dialog.js';
import { h, set } from '../base/dom.js';
import { go } from '../base/router.js';
import { effect } from '../base/signal.js';
import { useStyle } from '../base/theme.js';
import { plural } from '../base/words.js';
import { strings } from '../strings/pins.js';
import { cluster, project } from './mercator.js';

/** Half the width of a photo cluster with its border, in CSS pixels. */
const half = 22;

/** The offsets to try for a cluster that would cover a pin. */
const offsets = [[0, 0], [46, 0], [-46, 0], [0, 46], [0, -60], [46, -46], [-46, -46], [46, 46], [-46, 46]];

/** The maximum number of photos listed for a cluster. */
const most = 120;

/**
 * Shows the user's photos and videos on the map, at the places where they were taken.
 *
 * @param {import('./map-view.js').MapView} map
 * @param {import('./pins.js').PinLayer} pins
 * @param {AbortSignal} until Removes the photos from the map.
 */
export async function ownPhotos(map, pins, until) {
    await useStyle('own-photos');
    if (until.aborted) return;
    const element = h('div', { class: 'map-pins' });
    const shown = new Map();
    let [items, clusters, level] = [/** @type {any[]} */ ([]), /** @type {any[]} */ ([]), NaN];
    const [pictures, places] = ['/library/pictures', '/library/journeys.geojson'].map(resource);
    map.pins.before(element);

    /** Positions all clusters for the current camera. Only clusters in view have pictures. */
    function place() {
        const { width, height, camera } = map;
        if (Math.floor(camera.zoom) !== level) {
            level = Math.floor(camera.zoom);
            clusters = cluster(items, camera.zoom);
        }
        const keep = new Set();
        for (const each of clusters) {
            const { x, y } = map.pixel(each);
            if (x < -half || x > width + half || y < -half || y > height + half) continue;
            const box = offsets.map(([right, down]) => ({
                left: x + right - half,
                right: x + right + half,
                top: y + down - half,
                bottom: y + down + half,
            })).find(isFree);
            if (!box) continue;
            map.taken.push(box);
            const key = `${each.key} ${each.pins.length}`;
            keep.add(key);
            if (!shown.has(key)) {
                shown.set(key, mark(each.pins));
                element.append(shown.get(key));
            }
            const [right, down] = [x - box.left - half, y - box.top - half];
            // A line connects the cluster to its location.
            set(shown.get(key), {
                style: {
                    transform: `translate(${Math.round(box.left + half)}px, ${Math.round(box.top + half)}px)`,
                    '--length': `${Math.hypot(right, down)}px`,
                    '--angle': `${Math.atan2(down, right)}rad`,
                },
            });
        }
        for (const [key, other] of shown) {
            if (!keep.has(key)) {
                other.remove();
                shown.delete(key);
            }
        }
    }

    /** A cluster of pins extends farther down than a single pin. */
    const isFree = (box) =>
        !map.taken.some((other) =>
            box.left < other.right + 4 && box.right > other.left - 4 &&
            box.top < other.bottom + 16 && box.bottom > other.top
        );

    effect(() => {
        const [known, found] = [places.value.value, pictures.value.value];
        if (!known || !found) return;
        const points = new Map(
            known.features.filter(({ geometry }) => geometry.type === 'Point')
                .map((
                    { properties, geometry },
                ) => [properties.id, {
                    latitude: geometry.coordinates[1],
                    longitude: geometry.coordinates[0],
                }]),
        );
        /** Returns the location in the picture's file, or else of its place in a journal. */
        const placeOf = (at) => {
            const [latitude, longitude] = found.positions?.[at] ?? [];
            return latitude !== undefined
                ? { latitude, longitude }
                : found.ids[at].startsWith('entry-')
                ? points.get(found.places[at])
                : undefined;
        };
        items = found.ids.map((id, at) => ({ id, at, coordinate: placeOf(at) })).filter(({ coordinate }) =>
            coordinate
        )
            .sort((a, b) => found.dates[b.at].localeCompare(found.dates[a.at])).map(
                ({ id, at, coordinate }) => {
                    const [owner, number] = id.split('/');
                    return {
                        id,
                        path: number
                            ? `/library/entries/${owner}/media/${number}`
                            : `/library/photos/${owner}`,
                        blob: found.blobs[at],
                        noun: found.kinds[at] === 'video' ? 'video' : 'photo',
                        color: found.colors[at],
                        href: `/app/pictures/${id.replace('/', '.')}`,
                        coordinate,
                        ...project(coordinate),
                    };
                },
            );
        level = NaN;
        for (const other of shown.values()) other.remove();
        shown.clear();
        pins.place();
        map.draw();
    }, until);
    pins.beside = place;
    until.addEventListener('abort', () => {
        pins.beside = null;
        element.remove();
        pins.place();
        map.draw();
    });
    for (const each of [pictures, places]) each.touch();
}

const image = (item, width) =>
    h('img', { src: picture(item.path, item.blob, width), alt: '', decoding: 'async', draggable: 'false' });

function mark(items) {
    if (items.length === 1) {
        return h('a', {
            class: 'own-photos',
            href: items[0].href,
            draggable: 'false',
            'aria-label': strings.mine[items[0].noun],
        }, image(items[0], 40));
    }
    return h(
        'button',
        {
            class: 'own-photos',
            'aria-label': strings.countOfMine(plural(items.length, 'photo')),
            onclick: () => {
                open(items);
            },
        },
        image(items[0], 40),
        h('span', { class: 'own-count', 'aria-hidden': 'true' }, String(items.length)),
    );
}

/** Lists the photos in a cluster. */
async function open(items) {
    const sheet = dialog({
        title: plural(items.length, 'photo'),
        kind: 'sheet',
        content: h(
            'div',
            { class: 'own-list' },
            items.slice(0, most).map((item, at) =>
                h('a', {
                    href: item.href,
                    'aria-label': `${item.noun === 'video' ? strings.video : strings.photo} ${at + 1}`,
                    onclick: (event) => {
                        event.preventDefault();
                        sheet.close(item.href);
                    },
                }, image(item, 96))
            ),
        ),
    });
    const chosen = await sheet.closed;
    if (chosen) go(chosen);
}
