import { mayWrite, refresh, resource } from '../base/api.js';
import { effect } from '../base/signal.js';
import { complain, toast } from '../base/toast.js';
import { stopOf } from '../journals/list.js';
import { allEntries, mediaItems, removeMedia } from '../journals/media.js';
import { strings } from '../strings/pictures.js';
import { openViewer } from './viewer.js';

/**
 * Shows the viewer for the pictures and videos at a journal's place, or in an entry. Slides replace the URL, so one
 * Back closes the viewer.
 */
export default async function mediumScreen(screen) {
    const { until, params: { journal, place, medium }, go } = screen;
    const path = journal ? `/app/journals/${journal}/places/${place}` : '/app/entries';
    const found = journal ? resource(`/library/journals/${journal}`) : allEntries();
    const id = medium.replace('.', '/');
    /** Returns the entries whose pictures are shown together. */
    const entries = () => {
        const value = found.value.value;
        return journal
            ? stopOf(value, place === 'none' ? null : place)?.entries ?? []
            : (value ?? []).filter((entry) => entry.id === id.split('/')[0]);
    };
    const removed = new Set();
    const items = () => mediaItems(entries(), path).filter((item) => !removed.has(item.id));
    const isThere = () => items().some((item) => item.id === id);
    try {
        // Later pages of the list may not have arrived yet.
        if (!isThere()) await found.load();
    } catch (problem) {
        complain(problem);
        return go(path, { replace: true });
    }
    if (!isThere()) {
        toast(strings.pictureDeleted);
        return go(path, { replace: true });
    }
    const remove = (item) =>
        removeMedia([item.id], {
            entries: entries(),
            hide: () => {
                removed.add(item.id);
                viewer.take(items());
            },
            reload: (restored) => {
                removed.clear();
                refresh('/library/entries', '/library/journals', '/library/pictures').then(() => {
                    if (restored?.length && !until.aborted) viewer.take(items(), `${restored[0]}/1`);
                });
            },
        });
    const viewer = openViewer({
        items: items(),
        start: id,
        until,
        go,
        slid: (item) => {
            screen.title(item.title);
            go(item.href, { replace: true, quiet: true, state: history.state ?? {} });
        },
        closed: () => screen.back(path),
        // In the list of entries, pictures are removed in the form of the entry.
        remove: mayWrite() && journal ? remove : undefined,
    });
    screen.title(items().find((item) => item.id === id).title);
    effect(() => {
        viewer.take(items());
    }, until);
}
