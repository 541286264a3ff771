import { mayWrite, picture } from '../base/api.js';
import { fill, h, icon, set } from '../base/dom.js';
import { openMenu, share } from '../base/later.js';
import { growingList } from '../base/lists.js';
import { press } from '../base/pointers.js';
import { effect, signal } from '../base/signal.js';
import { empty, failed, head, loading } from '../base/states.js';
import { settings } from '../base/theme.js';
import { deleteFromList } from '../base/undo.js';
import { pendingEntries } from '../base/uploads.js';
import { dayAndTimeOf, lengthOf } from '../base/words.js';
import { allEntries, mediaItems } from '../journals/media.js';
import { strings } from '../strings/entries.js';

/** All entries, newest first, in a column or side by side, depending on the settings. */
export default function list(screen) {
    screen.title(strings.entries);
    screen.waits = true;
    const all = allEntries();
    const [cards, state] = [h('ol', { class: 'entries', tabindex: '-1' }), h('div')];
    const showRows = growingList(cards, card, screen);
    const steps = h(
        'div',
        { class: 'entry-steps', hidden: true },
        step('back', strings.previous, -1),
        step('next', strings.next, 1),
    );

    effect(() => {
        const isHorizontal = settings().value.value?.scroll === 'horizontal';
        cards.classList.toggle('is-horizontal', isHorizontal);
        set(cards, {
            tabindex: isHorizontal ? '0' : '-1',
            'aria-label': isHorizontal ? strings.sideBySide : strings.entries,
        });
        steps.hidden = !isHorizontal || !cards.childElementCount;
    }, screen.until);

    /** True after all pages have arrived. Entries that are not shown here may fill a page. */
    const isComplete = signal(false);
    const ready = () => {
        isComplete.value = true;
        screen.ready();
    };
    effect(() => {
        const [entries, problem] = [all.value.value, all.problem.value];
        if (!entries) return fill(state, problem ? failed(problem, () => all.touch()) : loading(3));
        // Journal pictures without text are shown only in their journal.
        const shown = entries.filter((entry) => entry.text.trim() || !entry.journal);
        // An entry that is being uploaded appears as soon as it is in the library.
        const isWaiting = !isComplete.value || pendingEntries.value > 0;
        fill(
            state,
            !shown.length && isWaiting && loading(pendingEntries.value || 3),
            !shown.length && !isWaiting &&
                empty({
                    title: strings.noEntriesYet,
                    text: strings.entriesText,
                    picture: 'entry',
                    actions: mayWrite() &&
                        h(
                            'a',
                            { class: 'button button-primary', href: '/app/entries/new' },
                            strings.writeEntry,
                        ),
                }),
        );
        showRows(shown);
        cards.hidden = !shown.length;
        steps.hidden = !shown.length || !cards.classList.contains('is-horizontal');
        if (shown.length && shown.length >= (screen.state.rows ?? 0)) screen.ready();
    }, screen.until);
    all.load().then(ready, ready);
    screen.returned = () => all.touch();
    press(cards, '.entry', (part) => {
        const entry = all.value.peek()?.find((each) => each.id === part.dataset.entry);
        if (entry) menu(part.querySelector('.entry-more') ?? part, entry);
    }, { until: screen.until });
    return h(
        'div',
        { class: 'page' },
        head({
            title: strings.entries,
            isMain: true,
            actions: [
                h(
                    'a',
                    {
                        class: 'icon-button only-narrow',
                        href: '/app/settings',
                        'aria-label': strings.settings,
                    },
                    icon('settings'),
                ),
                h(
                    'a',
                    { class: 'button button-primary writes', href: '/app/entries/new' },
                    icon('plus'),
                    strings.write,
                ),
            ],
        }),
        state,
        cards,
        steps,
    );

    function step(name, text, by) {
        return h('button', {
            class: 'icon-button',
            'aria-label': text,
            onclick: () =>
                cards.scrollBy({
                    left: by * cards.clientWidth * 0.9,
                    behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
                }),
        }, icon(name));
    }

    function card(entry) {
        const media = mediaItems([entry], '/app/entries');
        return h(
            'li',
            null,
            h(
                'article',
                { class: 'entry', data: { entry: entry.id } },
                h(
                    'div',
                    { class: ['entry-media', `has-${Math.min(media.length, 4)}`] },
                    media.slice(0, 4).map((medium, at) =>
                        h(
                            'a',
                            {
                                class: 'medium',
                                href: medium.href,
                                data: { key: medium.id },
                                'aria-label': medium.title,
                                style: {
                                    '--ratio': media.length === 1
                                        ? String(Math.max(0.8, medium.width / medium.height))
                                        : '1',
                                },
                            },
                            h('img', {
                                src: picture(
                                    medium.path,
                                    medium.blob,
                                    Math.min(innerWidth, 640) / (media.length === 1 ? 1 : 2),
                                ),
                                alt: '',
                                loading: 'lazy',
                            }),
                            medium.kind === 'video' && medium.length > 0 &&
                                h('span', { class: 'medium-length' }, lengthOf(medium.length)),
                            at === 3 && media.length > 4 &&
                                h('span', { class: 'entry-rest' }, `+${media.length - 4}`),
                        )
                    ),
                ),
                h(
                    'div',
                    { class: 'entry-body' },
                    h('p', { class: 'written', dir: 'auto' }, entry.text),
                    h(
                        'div',
                        { class: 'entry-foot' },
                        h('time', { class: 'soft small' }, dayAndTimeOf(entry.date)),
                        h('button', {
                            class: 'icon-button entry-more',
                            'aria-label': strings.moreForEntry,
                            onclick: (event) => menu(event.currentTarget, entry),
                        }, icon('more')),
                    ),
                ),
            ),
        );
    }

    function menu(anchor, entry) {
        const title = entry.text.split('\n')[0].slice(0, 60) || strings.anEntry;
        openMenu(anchor, [
            mayWrite()
                ? { text: strings.edit, icon: 'entry', run: () => screen.go(`/app/entries/${entry.id}/edit`) }
                : null,
            { text: strings.share, icon: 'share', run: () => share({ title, ids: [entry.id] }) },
            mayWrite()
                ? {
                    text: strings.delete,
                    icon: 'trash',
                    isDangerous: true,
                    run: () => {
                        deleteFromList('/library/entries', [entry.id], strings.entryDeleted);
                    },
                }
                : null,
        ]);
    }
}
