/**
 * A way to a screen: the modules of the panes from left to right, the last one being what the address names.
 *
 * @typedef {{ pattern: string, tab?: string, panes: Pane[], overlay?: Pane }} Route
 * @typedef {{ load: () => Promise<{ default: (screen: any) => Node | Promise<Node> }>, name: string, path:
 *   string }} Pane `path` is the address of the pane by itself.
 */

/**
 * Finds the route of an address.
 *
 * @param {Route[]} routes
 * @param {string} path
 * @returns {{ route: Route, params: Record<string, string> } | null}
 */
export function match(routes, path) {
    const parts = path.replace(/\/+$/, '').split('/');
    for (const route of routes) {
        const names = route.pattern.replace(/\/+$/, '').split('/');
        if (names.length !== parts.length) continue;
        const params = /** @type {Record<string, string>} */ ({});
        const fits = names.every((name, index) => {
            if (!name.startsWith(':')) return name === parts[index];
            try {
                params[name.slice(1)] = decodeURIComponent(parts[index]);
            } catch {
                return false;
            }
            return parts[index] !== '';
        });
        if (fits) return { route, params };
    }
    return null;
}

/** The address that a pattern makes of parameters. */
export function address(pattern, params) {
    return pattern.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));
}

/** What asks before the present screen is left; answers whether it may be. */
let guard = /** @type {(() => boolean | Promise<boolean>) | null} */ (null);
let show = /** @type {() => void} */ (() => {});
let place = /** @type {() => any} */ (() => ({}));
let index = 0;
let isReturning = false;

/**
 * Begins to follow the address.
 *
 * @param {{ show: () => void, place: () => any }} shell `show` puts the address's screen there; `place` says
 *   where the present one is, to come back to it.
 */
export function start(shell) {
    ({ show, place } = shell);
    history.scrollRestoration = 'manual';
    index = history.state?.index ?? 0;
    history.replaceState({ ...history.state, index }, '');
    addEventListener('popstate', returned);
    document.addEventListener('click', followed);
    addEventListener('pagehide', keepPlace);
    show();
}

/**
 * Goes to an address of the app.
 *
 * @param {string} path
 * @param {{ replace?: boolean, state?: any, quiet?: boolean }} options `replace` leaves no way back to the
 *   present one; `quiet` changes nothing but the address.
 */
export async function go(path, { replace = false, state = {}, quiet = false } = {}) {
    if (!quiet && guard && !(await guard())) return;
    if (!quiet) guard = null;
    if (replace) {
        history.replaceState({ ...state, index, from: history.state?.from }, '', path);
    } else {
        keepPlace();
        index += 1;
        history.pushState({ ...state, index, from: location.pathname }, '', path);
    }
    if (!quiet) show();
}

/** Goes back, or to an address where there is nothing of the app to go back to. */
export function back(otherwise) {
    if (index > 0) history.back();
    else go(otherwise, { replace: true });
}

/** Asks before the present screen is left; null for not any more. */
export function askBeforeLeaving(ask) {
    guard = ask;
}

/** Whether leaving would lose something. */
export const isGuarded = () => guard !== null;

/** Keeps the place of the present screen with its address. */
export function keepPlace() {
    history.replaceState({ ...history.state, index, place: place() }, '');
}

async function returned(event) {
    if (isReturning) {
        isReturning = false;
        return;
    }
    const next = event.state?.index ?? 0;
    if (guard) {
        // The address is put back while the question is open.
        const distance = index - next;
        isReturning = true;
        history.go(distance);
        if (!(await guard())) return;
        guard = null;
        history.go(-distance);
        return;
    }
    index = next;
    show();
}

function followed(event) {
    if (
        event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey ||
        event.altKey
    ) return;
    const link = event.target instanceof Element && event.target.closest('a[href]');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (!link.pathname.startsWith('/app/') || link.pathname.startsWith('/app/-/')) return;
    if (link.hash && link.pathname + link.search === location.pathname + location.search) return;
    event.preventDefault();
    // The way back at the head of a screen is Back itself where that leads there.
    if (link.classList.contains('head-back') && history.state?.from === link.pathname) return history.back();
    if (link.pathname + link.search !== location.pathname + location.search) {
        go(link.pathname + link.search, { replace: 'replace' in link.dataset });
    }
}
