import { get } from '../base/api.js';
import { toast } from '../base/toast.js';
import { loadPictures, pictures } from '../grid/pictures.js';
import { photoItem } from '../grid/tile.js';
import { openViewer } from './viewer.js';

/** The viewer of all pictures. What is told of a picture is asked for when it is shown. */
export default async function pictureScreen(screen) {
    const { until, params: { picture }, go } = screen;
    const id = picture.replace('.', '/');
    if (!pictures.peek()) await loadPictures(until);
    const items = pictures.peek() ?? [];
    if (!items.some(item => item.id === id)) {
        toast('This picture is not in the library any more.');
        return go('/app/pictures', { replace: true });
    }
    const told = async item => {
        if (item.kind !== 'photo' || item.back) return;
        const photo = await get(item.path, until).catch(() => null);
        if (!photo) return;
        const { title, caption, back, refusal, credit, name } = photoItem(photo);
        Object.assign(item, { title, caption, back, refusal, credit, name });
        viewer.tell(item.id);
    };
    const viewer = openViewer({ items, start: id, until, go,
        slid: item => { screen.title(item.title); go(item.href, { replace: true, quiet: true, state: history.state ?? {} }); told(item); },
        closed: () => screen.back('/app/pictures') });
    told(items.find(item => item.id === id));
}
