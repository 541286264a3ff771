import { forgetAll, mayWrite, send, session } from '../base/api.js';
import { colorsFor } from '../base/colors.js';
import { fill, freshID, h, icon, set, svg } from '../base/dom.js';
import { ask, askForText, later } from '../base/later.js';
import { serviceName } from '../base/services.js';
import { notifyTabs } from '../base/session.js';
import { effect } from '../base/signal.js';
import { failed, head, loading } from '../base/states.js';
import { applyBackground, settings } from '../base/theme.js';
import { complain } from '../base/toast.js';
import { dayOf, listed, plural, size } from '../base/words.js';
import { languageKey, languages } from '../strings/language.js';
import { strings } from '../strings/settings.js';

const removeSamples = later(() => import('../base/welcome.js'), 'removeSamples');
const path = '/session/devices';

/**
 * Returns the list of phones, or how to start Postcard with phone access; null if the user is not the owner.
 *
 * @param {AbortSignal} until
 */
export function phones(until) {
    const { name, devices } = session.value ?? {};
    if (name !== 'owner' || devices === undefined) return null;
    const section = h('section', { class: 'stack setting' }, h('h2', null, strings.phones));
    if (!devices) {
        section.append(
            h('p', null, strings.openOnPhone),
            h('p', null, h('code', null, 'postcard app --phone')),
        );
        return section;
    }
    const [list, code] = [h('ul', { class: 'plain stack' }), h('div', { role: 'status' })];
    const add = (scope, text) =>
        h(
            'button',
            {
                class: 'button',
                onclick: async (event) => {
                    const button = event.currentTarget;
                    set(button, { 'aria-busy': 'true' });
                    try {
                        show(await send('POST', path, { body: { scope } }));
                    } catch (problem) {
                        complain(problem);
                    }
                    button.removeAttribute('aria-busy');
                },
            },
            icon('plus'),
            text,
        );
    section.append(
        h(
            'p',
            null,
            strings.phonesText,
        ),
        list,
        h('div', { class: 'row' }, add('write', strings.addPhone), add('read', strings.addPhoneViewOnly)),
        code,
    );
    load();
    // A phone that has just signed in appears when this page gets the focus again.
    addEventListener('focus', load, { signal: until });
    return section;

    async function load() {
        try {
            const { value } = await send('GET', path);
            fill(
                list,
                value.map((device) =>
                    h(
                        'li',
                        { class: 'phone-row' },
                        h(
                            'span',
                            { class: 'grow' },
                            h('b', { class: 'one-line', dir: 'auto' }, device.label),
                            h(
                                'small',
                                { class: 'soft' },
                                [
                                    device.scope === 'read' && strings.viewOnly,
                                    device.lastDay && strings.lastSeen(dayOf(device.lastDay)),
                                ].filter(Boolean).join(' · '),
                            ),
                        ),
                        h('button', {
                            class: 'icon-button',
                            'aria-label': strings.renameNamed(device.label),
                            onclick: () => rename(device),
                        }, icon('entry')),
                        h('button', {
                            class: 'button',
                            'aria-label': strings.signOutNamed(device.label),
                            onclick: () => end(device),
                        }, strings.signOut),
                    )
                ),
            );
        } catch (problem) {
            complain(problem);
        }
    }

    function rename({ name, label }) {
        askForText({
            title: strings.renamePhone,
            label: strings.name,
            value: label,
            confirm: strings.rename,
            missing: strings.phoneNeedsName,
            maximum: 60,
            save: async (text) => {
                await send('PATCH', `${path}/${name}`, { body: { label: text } });
                await load();
            },
        });
    }

    async function end({ name, label }) {
        if (
            !await ask({
                title: strings.signOutPhone(label),
                text: strings.scanAgain,
                confirm: strings.signOut,
                isDangerous: true,
            })
        ) return;
        try {
            await send('DELETE', `${path}/${name}`);
        } catch (problem) {
            complain(problem);
        }
        load();
    }

    function show({ value }) {
        fill(
            code,
            value.code && picture(value.code),
            h(
                'p',
                { class: 'small' },
                strings.scanThis,
                h('a', { href: value.address }, value.address),
                strings.codeWorksOnce,
            ),
        );
    }
}

/** @param {string[]} rows The rows of a QR code, with 1 for dark modules. */
function picture(rows) {
    const margin = 4;
    const path = rows.flatMap((row, y) =>
        [...row].map((module, x) => module === '1' ? `M${x + margin} ${y + margin}h1v1h-1z` : '')
    );
    const width = rows.length + 2 * margin;
    return svg(
        'svg',
        {
            viewBox: `0 0 ${width} ${width}`,
            width: 240,
            height: 240,
            role: 'img',
            'aria-label': strings.qrCode,
            'shape-rendering': 'crispEdges',
        },
        svg('rect', { width, height: width, fill: '#fff' }),
        svg('path', { d: path.join(''), fill: '#000' }),
    );
}

/** The backgrounds to choose from. The ink color is chosen for contrast. */
const swatches = [
    ['#ffffff', strings.white],
    ['#faf3e3', strings.cream],
    ['#e8efe6', strings.sage],
    ['#dfe9f2', strings.sky],
    ['#f6e1e0', strings.rose],
    ['#d9d2c5', strings.sand],
    ['#22303c', strings.nightBlue],
    ['#141414', strings.black],
];

/** The library's settings, phones, the session, and information about the program. */
export default function settingsScreen(screen) {
    screen.title(strings.settings);
    const found = settings();
    const element = h('div', { class: 'stack settings' });
    let isBuilt = false;
    effect(() => {
        const [value, problem] = [found.value.value, found.problem.value];
        if (!value) {
            return element.replaceChildren(problem ? failed(problem, () => found.touch()) : loading(2));
        }
        if (!isBuilt || !element.contains(document.activeElement)) {
            element.replaceChildren(form(value));
            isBuilt = true;
        }
    }, screen.until);
    found.touch();
    screen.until.addEventListener('abort', () => applyBackground(found.value.peek()?.background));
    return h(
        'div',
        { class: 'page' },
        head({ title: strings.settings, back: history.state?.from ?? '/app/', backName: strings.back }),
        element,
        phones(screen.until),
        account(),
        about(),
    );

    /** Changes settings on this page at once, then in the library. */
    async function change(values) {
        const before = found.value.peek();
        found.take({ ...before, ...values }, null);
        try {
            const { value, etag } = await send('PATCH', '/library/settings', { body: values });
            found.take(value, etag);
        } catch (problem) {
            found.take(before, null);
            element.replaceChildren(form(before));
            complain(problem);
        }
    }

    function form(value) {
        const disabled = !mayWrite();
        const name = freshID('scroll');
        const direction = (key, text, detail) =>
            h(
                'label',
                { class: 'direction' },
                h('input', {
                    type: 'radio',
                    name,
                    value: key,
                    checked: value.scroll === key,
                    disabled,
                    onchange: () => change({ scroll: key }),
                }),
                h(
                    'span',
                    { class: ['direction-picture', `is-${key}`], 'aria-hidden': 'true' },
                    h('i'),
                    h('i'),
                    h('i'),
                ),
                h('span', null, text, h('small', { class: 'soft' }, detail)),
            );
        return h(
            'div',
            { class: 'stack' },
            !mayWrite() &&
                h(
                    'p',
                    { class: 'soft' },
                    strings.onlyOwner,
                ),
            h(
                'fieldset',
                { class: 'choice setting' },
                h('legend', null, strings.scroll),
                h(
                    'div',
                    { class: 'directions' },
                    direction('vertical', strings.upAndDown, strings.below),
                    direction('horizontal', strings.sideways, strings.beside),
                ),
            ),
            h(
                'fieldset',
                { class: 'choice setting' },
                h('legend', null, strings.background),
                backgrounds(value, disabled),
            ),
            h(
                'div',
                { class: 'setting' },
                select(
                    strings.photosFrom,
                    value.source,
                    [
                        ['auto', strings.flickrFirst],
                        source('flickr', 'Flickr'),
                        source('commons', 'Wikimedia Commons'),
                        source('immich', 'Immich'),
                        value.source.startsWith('immich:') && [value.source, value.source, false],
                    ],
                    (source) => change({ source }),
                    disabled,
                ),
                h(
                    'p',
                    { class: 'soft small' },
                    strings.sendsPin,
                ),
            ),
            placeLookups(value, disabled),
            owner(value, disabled),
        );
    }

    /** Returns the setting that allows online searches; null if no place service is set up. */
    function placeLookups(value, disabled) {
        const { places } = session.value ?? {};
        if (!places) return null;
        const name = serviceName(places);
        return h(
            'div',
            { class: 'setting' },
            select(
                strings.searchPlaces(name),
                value['place-lookups'],
                [['ask', strings.askFirst], ['on', strings.allowed], ['off', strings.notAllowed]],
                (choice) => change({ 'place-lookups': choice }),
                disabled,
            ),
            h(
                'p',
                { class: 'soft small' },
                strings.searchText(name),
            ),
        );
    }

    function backgrounds(value, disabled) {
        const name = freshID('background');
        const current = value.background.toLowerCase();
        const isOther = current !== 'auto' && !swatches.some(([color]) => color === current);
        const choose = (background) => {
            applyBackground(background);
            change({ background });
        };
        const own = h('input', {
            type: 'color',
            class: 'color-input',
            'aria-label': strings.customColor,
            value: current.startsWith('#') && current.length === 7 ? current : '#faf8f4',
            disabled,
            oninput: () => applyBackground(own.value),
            onchange: () => {
                choose(own.value);
                for (const each of box.querySelectorAll('input')) {
                    if (each !== own) each.checked = each.value === own.value;
                }
            },
        });
        const swatch = (color, text) =>
            h(
                'label',
                { class: 'swatch', title: text },
                h('input', {
                    type: 'radio',
                    name,
                    value: color,
                    checked: current === color,
                    disabled,
                    'aria-label': text,
                    onchange: () => choose(color),
                }),
                h('span', {
                    class: color === 'auto' ? 'swatch-auto' : '',
                    style: color === 'auto'
                        ? {}
                        : { background: color, color: colorsFor(color)?.['--ink'] ?? '' },
                }, color === 'auto' ? strings.auto : 'Aa'),
            );
        const box = h(
            'div',
            { class: 'swatches' },
            swatch('auto', strings.paper),
            swatches.map(([color, text]) => swatch(color, text)),
            h('span', { class: ['swatch', 'swatch-own', isOther && 'is-chosen'] }, own),
        );
        return box;
    }

    function owner(value, disabled) {
        const id = freshID('owner');
        const input = h('input', {
            id,
            class: 'input',
            type: 'text',
            maxlength: 100,
            value: value.owner,
            disabled,
            autocomplete: 'name',
            dir: 'auto',
            onchange: () => change({ owner: input.value.trim() }),
        });
        return h(
            'div',
            { class: 'stack setting' },
            h('label', { class: 'field', for: id }, strings.yourName),
            input,
            h('p', { class: 'soft small' }, strings.shownAsAuthor),
        );
    }
}

function select(label, value, options, change, disabled) {
    const id = freshID('select');
    return [
        h('label', { class: 'field', for: id }, label),
        h(
            'select',
            {
                id,
                class: 'input',
                disabled,
                onchange: (event) => change(event.target.value),
            },
            options.filter(Boolean).map(([key, text, isMissing]) =>
                h('option', { value: key, selected: key === value, disabled: isMissing }, text)
            ),
        ),
    ];
}

/** Returns the option for a photo service, which may need a key. */
function source(key, name) {
    const isMissing = session.value?.sources?.includes(key) === false;
    return [key, isMissing ? strings.needsKey(name) : name, isMissing];
}

/** Returns the session with a sign-out button. */
function account() {
    const who = session.value;
    const out = h(
        'button',
        {
            class: 'button',
            onclick: async () => {
                set(out, { 'aria-busy': 'true' });
                try {
                    await signOut();
                } catch (problem) {
                    complain(problem);
                } finally {
                    out.removeAttribute('aria-busy');
                }
            },
        },
        icon('signout'),
        strings.signOut,
    );
    return h(
        'section',
        { class: 'stack setting' },
        h('h2', null, strings.thisBrowser),
        h(
            'p',
            null,
            signedInAs(who),
            who?.scope === 'read' ? strings.viewOnlyEnd : '.',
        ),
        select(
            strings.language,
            localStorage.getItem(languageKey) ?? '',
            [['', strings.likeBrowser], ...Object.entries(languages)],
            (choice) => {
                localStorage.setItem(languageKey, choice);
                location.reload();
            },
        ),
        h('div', { class: 'row' }, out),
    );
}

function signedInAs({ name = '', devices = undefined } = {}) {
    if (name === 'owner') return strings.signedInAsOwner;
    // The random name of a phone's token means nothing to users.
    if (devices !== undefined) {
        const owner = settings().value.peek()?.owner;
        return owner ? strings.phoneOf(owner) : strings.phoneSignedIn;
    }
    return name ? strings.signedInAs(name) : strings.signedIn;
}

/** Ends the session, and erases the app's data in this browser. */
async function signOut() {
    const { erase, unsaved } = await import('../base/forget.js');
    const lost = await unsaved();
    const isOwner = session.value?.name === 'owner';
    const text = [
        lost.length > 0 && strings.deletes(listed(lost)),
        isOwner && strings.startAgain,
    ].filter(Boolean).join(' ');
    const confirm = lost.length ? strings.deleteAndSignOut : strings.signOut;
    if (text && !await ask({ title: strings.signOutNow, text, confirm, isDangerous: true })) return;
    if (localStorage.getItem('postcard-uploads')) await (await import('../base/uploads.js')).dropUploads();
    await erase();
    await send('DELETE', '/session');
    // After this, closing screens and other tabs store nothing, and Back reloads the page.
    session.value = false;
    forgetAll();
    notifyTabs();
    addEventListener('pageshow', () => location.reload());
    location.assign('/app/');
}

/** Returns maintenance actions for the library, its routes as files, and information about the program. */
function about() {
    const who = session.value ?? {};
    const result = h('p', { role: 'status' });
    const button = (name, text, run) =>
        h(
            'button',
            {
                class: 'button',
                onclick: async (event) => {
                    const target = event.currentTarget;
                    set(target, { 'aria-busy': 'true' });
                    try {
                        await run();
                    } catch (problem) {
                        result.textContent = problem.message;
                    } finally {
                        target.removeAttribute('aria-busy');
                    }
                },
            },
            icon(name),
            text,
        );

    const check = () =>
        send('POST', '/library/check').then(({ value }) => {
            fill(
                result,
                value.isSound ? strings.noDamage : [
                    strings.problemsFound(plural(value.findingCount, strings.problems)),
                    strings.runCheck,
                    h(
                        'details',
                        { class: 'soft small' },
                        h('summary', null, strings.bugReport),
                        h(
                            'ul',
                            null,
                            value.findings.slice(0, 10).map((finding) => h('li', null, finding.problem)),
                        ),
                    ),
                ],
            );
        });
    const compact = async () => {
        if (
            !await ask({
                title: strings.emptyTrash,
                text: strings.emptyTrashText,
                confirm: strings.deletePermanently,
                isDangerous: true,
            })
        ) return;
        const { value } = await send('POST', '/library/compact');
        result.textContent = strings.removed(
            plural(value.removedFiles, 'file'),
            value.removedFileBytes ? size(value.removedFileBytes) : '',
            plural(value.removedChanges, strings.changes),
        );
    };
    const samples = localStorage.getItem('postcard-samples') && mayWrite() &&
        button('trash', strings.removeSamples, async () => {
            await removeSamples();
            result.textContent = strings.samplesRemoved;
        });
    return [
        h(
            'section',
            { class: 'stack setting' },
            h('h2', null, strings.library),
            h(
                'div',
                { class: 'row' },
                h(
                    'a',
                    { class: 'button', href: '/library/journeys.gpx', download: 'journeys.gpx' },
                    icon('download'),
                    strings.downloadRoute,
                ),
            ),
            mayWrite() &&
                h(
                    'div',
                    { class: 'row' },
                    button('check', strings.check, check),
                    button('sweep', strings.emptyTheTrash, compact),
                    samples,
                ),
            result,
        ),
        h(
            'section',
            { class: 'stack setting' },
            h('h2', null, strings.about),
            h('p', null, `Postcard ${who.version ?? ''}`),
            h(
                'p',
                { class: 'soft small' },
                strings.credits,
            ),
            who.ffmpeg === false &&
                h(
                    'p',
                    { class: 'soft small' },
                    strings.noFFmpeg,
                ),
        ),
    ];
}
