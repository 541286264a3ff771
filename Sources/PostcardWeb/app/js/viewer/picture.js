import { get } from '../base/api.js';
import { toast } from '../base/toast.js';
import { loadPictures, pictures, removePictures, shownPictures } from '../grid/pictures.js';
import { backOf, photoItem } from '../grid/tile.js';
import { mediaItems } from '../journals/media.js';
import { strings } from '../strings/pictures.js';
import { openViewer } from './viewer.js';

/** The viewer of all pictures. A picture's details are loaded when it is shown. */
export default async function pictureScreen(screen) {
    const { until, params: { picture }, go } = screen;
    const id = picture.replace('.', '/');
    if (!pictures.peek()) await loadPictures(until);
    const items = shownPictures() ?? [];
    if (!items.some((item) => item.id === id)) {
        toast(strings.notInLibrary);
        return go('/app/pictures', { replace: true });
    }
    const loadDetails = async (item) => {
        if (item.kind === 'meme' || item.back) return;
        const [owner, number] = item.id.split('/');
        const value = await get(number ? `/library/entries/${owner}` : item.path, until).catch(() => null);
        if (!value) return;
        const { title, caption, refusal, credit, name, length } = number
            ? mediaItems([value])[number - 1] ?? {}
            : photoItem(value);
        const home = !number
            ? { href: `/app/pins/${value.album}`, text: strings.openAlbum }
            : !value.journal
            ? { href: '/app/entries', text: strings.openEntries }
            : {
                href: `/app/journals/${value.journal}/places/${value.place ?? value.date.slice(0, 10)}`,
                text: strings.openPlace,
            };
        Object.assign(item, {
            title,
            caption,
            refusal,
            credit,
            name,
            length,
            back: () => backOf(number ? { ...value.media[number - 1], title } : value, home),
        });
        viewer.update(item.id);
    };
    const viewer = openViewer({
        items,
        start: id,
        until,
        go,
        remove: (item) =>
            removePictures([item.id], (restored) => {
                if (!until.aborted) viewer.take(shownPictures(items) ?? [], restored);
            }),
        slid: (item) => {
            screen.title(item.title);
            go(item.href, { replace: true, quiet: true, state: history.state ?? {} });
            loadDetails(item);
        },
        closed: () => screen.back('/app/pictures'),
    });
    loadDetails(items.find((item) => item.id === id));
}
