import { choices, mayWrite, resource } from '../base/api.js';
import { fill, freshID, h, icon } from '../base/dom.js';
import { press } from '../base/keys.js';
import { later, openMenu, share } from '../base/later.js';
import { effect, firstOf } from '../base/signal.js';
import { empty, head, showResource } from '../base/states.js';
import { deleteFromList } from '../base/undo.js';
import { position } from '../base/words.js';
import { strings } from '../strings/memes.js';
import { isAnimated } from './animation.js';
import { fileName, openInEditor, takePictures, titleOf } from './preview.js';

/** The search field is hidden if the gallery contains at most this many memes. */
const fewMemes = 12;

/** All memes, newest first, with search by text, place or template. */
export default function gallery(screen) {
    screen.title(strings.memes);
    const kept = screen.state.search ?? { text: '', pin: '', template: '' };
    const results = h('div');
    let stop = new AbortController();
    screen.keep(() => ({ search: kept }));
    screen.waits = true;

    function search() {
        stop.abort();
        stop = new AbortController();
        const until = firstOf([stop.signal, screen.until]);
        const query = new URLSearchParams(Object.entries(kept).filter(([, value]) => value));
        const found = resource(`/library/memes${query.size ? `?${query}` : ''}`);
        showResource(found, (memes) => {
            queueMicrotask(() => screen.ready());
            // Without a search, a few memes need no search field.
            row.hidden = memes.length <= fewMemes && !query.size;
            return memes.length ? h('ul', { class: 'memes' }, memes.map(tile)) : none(query.size > 0);
        }, { into: results, until });
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
        resource('/library/pins'),
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

    press(results, '.meme-tile', (part) => menu(part, part.dataset.meme), { until: screen.until });
    if (mayWrite()) {
        takePictures(
            screen.element,
            (file) => openInEditor(file, (query) => screen.go(`/app/memes/new?${query}`)),
            screen.until,
        );
    }
    return h(
        'div',
        { class: 'page' },
        head({
            title: strings.memes,
            isMain: true,
            actions: h(
                'a',
                { class: 'button button-primary writes', href: '/app/memes/new' },
                icon('plus'),
                strings.newMeme,
            ),
        }),
        row,
        results,
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

    function menu(part, id) {
        const meme = resource(`/library/memes`).value.peek()?.find((each) => each.id === id) ??
            { id, texts: [] };
        openMenu(
            part,
            [
                mayWrite()
                    ? {
                        text: strings.edit,
                        icon: 'entry',
                        run: () => screen.go(`/app/memes/new?meme=${id}&edit`),
                    }
                    : null,
                mayWrite()
                    ? {
                        text: strings.editCopy,
                        icon: 'meme',
                        run: () => screen.go(`/app/memes/new?meme=${id}`),
                    }
                    : null,
                { text: strings.share, icon: 'share', run: () => shareMeme(meme) },
                mayWrite()
                    ? { text: strings.delete, icon: 'trash', isDangerous: true, run: () => deleteMeme(id) }
                    : null,
            ].filter(Boolean),
        );
    }
}

function tile(meme) {
    return h(
        'li',
        { style: { '--ratio': String(meme.width / meme.height) } },
        h(
            'a',
            { class: 'meme-tile', href: `/app/memes/${meme.id}`, data: { meme: meme.id, key: meme.id } },
            h('img', {
                src: `/library/memes/${meme.id}/w640?v=${meme.blob.slice(0, 12)}`,
                srcset: choices(`/library/memes/${meme.id}`, meme.blob),
                sizes: '(min-width: 600px) 400px, 60vw',
                alt: titleOf(meme.texts),
                width: meme.width,
                height: meme.height,
                loading: 'lazy',
                decoding: 'async',
            }),
        ),
    );
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

/** Deletes a meme. The meme disappears from the gallery at once. */
export const deleteMeme = (id) => deleteFromList('/library/memes', id, strings.memeDeleted);
