import { refresh, resource } from '../base/api.js';
import { effect } from '../base/signal.js';
import { complain, toast } from '../base/toast.js';
import { deleteWithUndo } from '../base/undo.js';
import { photoItem } from '../grid/tile.js';
import { strings } from '../strings/pictures.js';
import { openViewer } from './viewer.js';

/** The viewer of an album's photos. Each slide replaces the URL, so a single Back closes the viewer. */
export default async function photoScreen(screen) {
    const { until, params: { pin, photo }, go } = screen;
    const album = resource(`/library/pins/${pin}/album`);
    const pathOf = (item) => `/app/pins/${pin}/photos/${item.id}`;
    try {
        if (album.value.peek() === undefined) await album.load();
    } catch (problem) {
        complain(problem);
        return go(`/app/pins/${pin}`, { replace: true });
    }
    const removed = new Set();
    const items = () => album.value.value.photos.filter((each) => !removed.has(each.id)).map(photoItem);
    if (!items().some((item) => item.id === photo)) {
        toast(strings.notInAlbum);
        return go(`/app/pins/${pin}`, { replace: true });
    }
    const titled = (item) => screen.title(item.title || strings.photo);
    const viewer = openViewer({
        items: items(),
        start: photo,
        until,
        go,
        slid: (item) => {
            titled(item);
            go(pathOf(item), { replace: true, quiet: true, state: history.state ?? {} });
        },
        closed: (item) => {
            screen.back(`/app/pins/${pin}`);
            requestAnimationFrame(() =>
                document.dispatchEvent(new CustomEvent('postcard-viewed', { detail: item.id }))
            );
        },
        remove: (item) => {
            removed.add(item.id);
            viewer.take(items());
            deleteWithUndo([item.id], {
                text: strings.photoRemoved,
                putBack: (ids) => {
                    for (const id of ids) removed.delete(id);
                    album.reload().then(() => {
                        if (!until.aborted) viewer.take(items(), ids[0]);
                    }, () => {});
                },
                changed: () => {
                    album.touch();
                    refresh('/library/pins.geojson');
                },
            });
        },
    });
    titled(items().find((item) => item.id === photo));
    effect(() => {
        viewer.take(items());
    }, until);
}
