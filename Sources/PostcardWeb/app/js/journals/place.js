import { mayWrite, Problem, refresh, resource, send } from '../base/api.js';
import { chooseFiles, fill, h, icon, set } from '../base/dom.js';
import { takeFiles } from '../base/keys.js';
import { later, openMenu } from '../base/later.js';
import { effect } from '../base/signal.js';
import { empty, failed, head, loading } from '../base/states.js';
import { complain } from '../base/toast.js';
import { dayOf, position } from '../base/words.js';
import { strings } from '../strings/journals.js';
import { addFiles, changeDate, deletePlace, isDay, renamePlace, shareStops, stopOf } from './list.js';
import { mediaGrid } from './media.js';
import { notesList } from './notes.js';

const capture = later(() => import('./capture.js'), 'capture');
const pickPictures = later(() => import('../memes/photo-picker.js'), 'pickPictures');
const pickPhotosOf = later(() => import('../memes/photo-picker.js'), 'pickPhotosOf');

/** True if the date of a place is the time of one of its pictures, and not of its creation. */
const isFromPhoto = (place, entries) =>
    entries.flatMap((entry) => entry.media).some((medium) =>
        medium.dateTaken?.slice(0, 16) === place.date.slice(0, 16)
    );

/** A place in a journal: its pictures, videos and notes, and the buttons that add more. */
export default function placeScreen(screen) {
    const journal = screen.params.journal;
    const id = screen.params.place === 'none' ? null : screen.params.place;
    const found = resource(`/library/journals/${journal}`);
    let shown = '';
    /** The form fields that assign new items to this place or day. */
    const where = isDay(id) ? { date: id } : id ? { place: id } : {};
    const name = (place) => place ? place.name || strings.aPlace : isDay(id) ? dayOf(id) : strings.onTheWay;
    const [top, state, empties] = [h('div', { class: 'as-parent' }), h('div'), h('div')];
    const stop = () => stopOf(found.value.peek(), id) ?? { notes: [], entries: [], place: null };
    const reload = () => refresh(`/library/journals/${journal}`);
    const add = (files) => addFiles(journal, files, where);
    const path = `/app/journals/${journal}/places/${screen.params.place}`;
    const grid = mediaGrid({ screen, path, reload });
    const notes = notesList({ journal, where, reload, until: screen.until });

    const isTouch = matchMedia('(pointer: coarse)').matches;
    const now = async (kind) => {
        if (isTouch) return chooseFiles(`${kind}/*`, add, { usesCamera: true });
        const file = await capture(kind);
        if (file) add([file]);
    };
    const own = (kind, text) => [
        { text, icon: 'camera', run: () => now(kind) },
        { text: strings.fromDevice, icon: kind, run: () => chooseFiles(`${kind}/*,.gpx`, add) },
    ];
    const keep = async (photos) => {
        if (!photos?.length) return;
        try {
            await send('POST', `/library/journals/${journal}/media`, {
                body: { photos: photos.map((photo) => photo.id), ...where },
            });
            reload();
        } catch (problem) {
            complain(problem);
        }
    };
    const big = (name, text, run) => h('button', { class: 'big-button', onclick: run }, icon(name), text);
    const buttons = h(
        'div',
        { class: 'big-buttons writes' },
        big('image', strings.photo, (event) =>
            openMenu(event.currentTarget, [
                ...own('image', strings.takePhotoTitle),
                stop().place
                    ? {
                        text: strings.othersPhotos,
                        icon: 'search',
                        run: async () => keep(await pickPhotosOf(stop().place)),
                    }
                    : null,
                {
                    text: strings.myPictures,
                    icon: 'image',
                    run: async () => keep(await pickPictures({ isMultiple: true })),
                },
            ])),
        big(
            'video',
            strings.video,
            (event) => openMenu(event.currentTarget, own('video', strings.recordVideo)),
        ),
        big('note', strings.note, () => {
            fill(empties);
            notes.begin();
        }),
    );

    effect(() => {
        const [contents, problem] = [found.value.value, found.problem.value];
        if (!contents) return fill(state, problem ? failed(problem, () => found.touch()) : loading(3));
        const here = stopOf(contents, id);
        if (!here && id) {
            return fill(
                state,
                failed(
                    new Problem({
                        status: 404,
                        title: strings.placeNotFound,
                        detail: strings.placeGone,
                    }),
                ),
            );
        }
        fill(state);
        showHead(here?.place, here?.entries ?? []);
        grid.show(here?.entries ?? []);
        notes.show(here?.notes ?? []);
        fill(
            empties,
            !here?.entries.length && !here?.notes.length &&
                empty({
                    title: strings.nothingYet,
                    text: mayWrite() ? strings.addSomething : strings.nothingHere,
                    picture: 'camera',
                }),
        );
    }, screen.until);
    found.touch();
    notes.resume();

    function showHead(place, entries) {
        const text = JSON.stringify([place, place && isFromPhoto(place, entries)]);
        if (text === shown) return;
        shown = text;
        screen.title(name(place));
        const rename = () => renamePlace(journal, place);
        const title = place && mayWrite()
            ? h(
                'span',
                null,
                place.name,
                ' ',
                h('button', {
                    class: 'icon-button inline-edit',
                    'aria-label': strings.renamePlace,
                    onclick: rename,
                }, icon('entry')),
            )
            : name(place);
        fill(
            top,
            head({
                title,
                back: `/app/journals/${journal}`,
                backName: strings.theJournal,
                menu: place && (() => [
                    {
                        text: strings.share,
                        icon: 'share',
                        run: () => shareStops(place, [stop()]),
                    },
                    ...grid.element.hidden ? [] : grid.items(),
                    mayWrite() ? { text: strings.rename, icon: 'text', run: rename } : null,
                    mayWrite()
                        ? { text: strings.changeDate, icon: 'journal', run: () => changeDate(journal, place) }
                        : null,
                    mayWrite()
                        ? {
                            text: strings.delete,
                            icon: 'trash',
                            isDangerous: true,
                            run: async () => {
                                await screen.go(`/app/journals/${journal}`, { replace: true });
                                deletePlace(journal, place);
                            },
                        }
                        : null,
                ]),
            }),
            place &&
                h(
                    'p',
                    { class: 'soft small place-line' },
                    place.date &&
                        `${dayOf(place.date)}${isFromPhoto(place, entries) ? strings.dateFromPhotos : ''} · `,
                    h('a', {
                        href: `/app/?at=${place.coordinate.latitude},${place.coordinate.longitude},14`,
                    }, position(place.coordinate)),
                ),
        );
        // The heading's name excludes the name of the button in the heading.
        set(top.querySelector('h1'), { 'aria-label': name(place) });
    }

    // Dropped files are added to the place.
    if (mayWrite()) takeFiles(screen.element, add, screen.until);
    return h(
        'div',
        { class: 'page' },
        top,
        buttons,
        state,
        grid.element,
        notes.element,
        empties,
        h('div', { class: 'bar' }, grid.bar),
    );
}
