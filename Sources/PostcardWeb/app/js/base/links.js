import { strings } from '../strings/dialogs.js';
import { get, send } from './api.js';
import { fill, h, icon, set } from './dom.js';
import { complain, toast } from './toast.js';
import { dayOf } from './words.js';

const path = '/library/links';
const isLocal = /^(localhost|127\.|\[::1\])/.test(location.hostname);

/**
 * Returns the links to a journal or album, with buttons to make and revoke them.
 *
 * @param {string} item The id of the journal, or of the album's pin.
 * @param {() => string} positions Returns the locations that the page of a new link shows.
 */
export function links(item, positions) {
    const [list, made] = [h('ul', { class: 'list' }), h('div', { class: 'stack', role: 'status' })];
    const button = (look, content, run, label = null) =>
        h('button', {
            class: look,
            'aria-label': label,
            onclick: async ({ currentTarget }) => {
                set(currentTarget, { 'aria-busy': 'true' });
                try {
                    await run();
                    await load();
                    // The pressed button may be gone.
                    if (document.activeElement === document.body) list.querySelector('button')?.focus();
                } catch (problem) {
                    complain(problem);
                }
                currentTarget.removeAttribute('aria-busy');
            },
        }, content);
    show([]);
    load().catch(() => {});
    return h('div', { class: 'stack' }, list, made);

    async function load() {
        show((await get(path)).filter((link) => link.item === item));
    }

    function show(all) {
        fill(
            list,
            h(
                'li',
                null,
                button('list-item', [icon('link'), isLocal ? strings.makeLinkHere : strings.makeLink], make),
            ),
            all.map((link) =>
                h(
                    'li',
                    { class: 'link-row' },
                    h('span', { class: 'grow' }, strings.linkUntil(dayOf(link.expires))),
                    button(
                        'button',
                        strings.revoke,
                        () => revoke(link),
                        strings.revokeLink(dayOf(link.expires)),
                    ),
                )
            ),
        );
    }

    async function revoke({ id }) {
        await send('DELETE', `${path}/${id}`);
        fill(made);
        toast(strings.linkRevoked);
    }

    async function make() {
        const { value } = await send('POST', path, { body: { item, positions: positions() } });
        const url = new URL(value.url, location.href);
        const input = h('input', {
            class: 'input',
            readonly: true,
            'aria-label': strings.link,
            value: url.href,
            onfocus: () => input.select(),
        });
        fill(
            made,
            input,
            h(
                'p',
                { class: 'soft small' },
                strings.copyLinkNow,
                isLocal ? strings.onlyThisComputer : strings.linkShows(dayOf(value.expires)),
            ),
        );
        input.focus();
        // On plain HTTP, the user copies the selected link.
        await navigator.clipboard?.writeText(url.href).then(() => toast(strings.linkCopied), () => {});
    }
}
