import { file, mayWrite, resource } from '../base/api.js';
import { fill, freshID, h, icon } from '../base/dom.js';
import { later, share } from '../base/later.js';
import { effect, firstOf } from '../base/signal.js';
import { empty, failed, head, loading } from '../base/states.js';
import { deleteFromList } from '../base/undo.js';
import { position } from '../base/words.js';
import { manage } from '../grid/manage.js';
import { PhotoGrid } from '../grid/photo-grid.js';
import { strings } from '../strings/memes.js';
import { isAnimated } from './animation.js';
import { fileName, openInEditor, takePictures, titleOf } from './preview.js';

/** The search field is hidden if the gallery contains at most this many memes. */
const fewMemes = 12;
/** The number of memes that certainly fill a screen. */
const mostInView = 100;

/** All memes, newest first, with search by text, place or template. */
export default function gallery(screen) {
    screen.title(strings.memes);
    const kept = screen.state.search ?? { text: '', pin: '', template: '' };
    const below = h('div');
    let stop = new AbortController();
    // The texts must be readable.
    const grid = new PhotoGrid({
        until: screen.until,
        scroller: screen.element,
        label: strings.memes,
        target: 200,
    });
    const managed = manage(grid, { screen, kind: 'meme', remove: deleteMemes });
    const { anchor } = screen.state;
    screen.keep(() => ({ search: kept, anchor: grid.anchor }));
    screen.waits = true;

    const restore = () => grid.restore(screen);

    function search() {
        stop.abort();
        stop = new AbortController();
        const filters = Object.entries(kept).filter(([, value]) => value);
        const found = resource(`/library/memes?${new URLSearchParams([...filters, ['limit', '200']])}`);
        const load = () => found.load().then(restore, restore);
        effect(() => {
            const [memes, problem] = [found.value.value, found.problem.value];
            grid.element.hidden = !memes?.length;
            fill(
                below,
                memes
                    ? !memes.length && none(filters.length > 0)
                    : problem
                    ? failed(problem, load)
                    : loading(12),
            );
            if (!memes) return;
            // Without a search, a few memes need no search field.
            row.hidden = memes.length <= fewMemes && !filters.length;
            grid.take(memes.map(memeItem));
            // The grid must be long enough to scroll to the anchor.
            const at = memes.findIndex(({ id }) => id === anchor?.id);
            if (!anchor || (at >= 0 && at < memes.length - mostInView)) restore();
        }, firstOf([stop.signal, screen.until]));
        load();
    }

    const field = freshID('search');
    const input = h('input', {
        id: field,
        class: 'input',
        type: 'search',
        value: kept.text,
        placeholder: strings.searchMemes,
        dir: 'auto',
        'aria-label': strings.searchMemes,
        enterkeyhint: 'search',
    });
    let timer = 0;
    input.addEventListener('input', () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
            kept.text = input.value.trim();
            search();
        }, 250);
    });
    const pins = select(strings.place, [['', strings.allPlaces]], kept.pin, (value) => {
        kept.pin = value;
        search();
    });
    const templates = select(strings.template, [['', strings.allTemplates]], kept.template, (value) => {
        kept.template = value;
        search();
    });
    options(
        pins,
        resource('/library/pins?limit=200'),
        (pin) => [pin.id, pin.name || position(pin.coordinate, 3)],
        kept.pin,
        screen.until,
    );
    options(
        templates,
        resource('/templates'),
        (template) => [template.id, template.name],
        kept.template,
        screen.until,
    );
    const row = h(
        'div',
        { class: 'search-row', role: 'search' },
        h('div', { class: 'grow' }, input),
        pins,
        templates,
    );
    search();

    if (mayWrite()) {
        takePictures(
            screen.element,
            (file) => openInEditor(file, (query) => screen.go(`/app/memes/new?${query}`)),
            screen.until,
        );
    }
    return h(
        'div',
        { class: 'page page-grid' },
        head({
            title: strings.memes,
            isMain: true,
            menu: managed.items,
            actions: h(
                'a',
                { class: 'button button-primary writes', href: '/app/memes/new' },
                icon('plus'),
                strings.newMeme,
            ),
        }),
        row,
        grid.element,
        below,
        h('div', { class: 'bar album-bar only-selecting' }, managed.bar),
    );

    function none(isSearched) {
        return isSearched
            ? empty({
                title: strings.noMemesFound,
                text: strings.fewerWords,
                picture: 'search',
            })
            : empty({
                title: strings.noMemesYet,
                text: strings.memesText,
                picture: 'meme',
                actions: mayWrite() &&
                    h('a', { class: 'button button-primary', href: '/app/memes/new' }, strings.makeFirst),
            });
    }
}

/** Returns a meme as an item for the grid. */
function memeItem(meme) {
    const path = `/library/memes/${meme.id}`;
    return {
        id: meme.id,
        kind: 'meme',
        path,
        blob: meme.blob,
        width: meme.width,
        height: meme.height,
        title: titleOf(meme.texts),
        href: `/app/memes/${meme.id}`,
        file: file(path, meme.blob),
        name: fileName(meme.texts, meme.format),
        meme: null,
        edit: `/app/memes/new?meme=${meme.id}&edit`,
        share: () => shareMeme(meme),
    };
}

function select(label, entries, value, change) {
    return h('select', {
        class: 'input search-select',
        'aria-label': label,
        onchange: (event) => change(event.target.value),
    }, entries.map(([key, text]) => h('option', { value: key, selected: key === value }, text)));
}

function options(element, found, entry, value, until) {
    effect(() => {
        const first = element.firstElementChild;
        fill(
            element,
            first,
            (found.value.value ?? []).map((each) => {
                const [key, text] = entry(each);
                return h('option', { value: key, selected: key === value, dir: 'auto' }, text);
            }),
        );
    }, until);
    found.touch();
}

const made = later(() => import('./send.js'), 'made');

/** Shares a meme. An animated meme is shared as a GIF, which all programs play. */
export async function shareMeme(meme) {
    const path = `/library/memes/${meme.id}/file`;
    const isMoving = ['webp', 'png', 'apng'].includes(meme.format) &&
        await isAnimated(path).catch(() => false);
    share({
        title: titleOf(meme.texts),
        ids: [meme.id],
        files: [{
            path,
            name: fileName(meme.texts, meme.format),
            ...isMoving && {
                load: () => made({ picture: `library:${meme.id}`, meme: {}, format: 'gif' }, meme.texts),
            },
        }],
    });
}

/** Deletes memes. They disappear from the gallery at once. */
export const deleteMemes = (ids) => deleteFromList('/library/memes', ids);
