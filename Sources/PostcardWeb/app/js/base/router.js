/**
 * A route to a screen: the modules of its panes from left to right. The last pane contains the screen for the URL.
 *
 * @typedef {{ pattern: string, tab?: string, panes: Pane[], overlay?: Pane }} Route
 * @typedef {{ load: () => Promise<{ default: (screen: any) => Node | Promise<Node> }>, name: string, path:
 *   string }} Pane `path` is the URL path of the pane alone.
 */

/**
 * Returns the route for a path.
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

/** Returns a pattern's path with the parameters filled in. */
export function pathTo(pattern, params) {
    return pattern.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));
}

/** Decides if the current screen may be left. */
let guard = /** @type {(() => boolean | Promise<boolean>) | null} */ (null);
let show = /** @type {() => void} */ (() => {});
let place = /** @type {() => any} */ (() => ({}));
let index = 0;
/** Called when the URL of the current screen is back. */
let restored = /** @type {(() => void) | null} */ (null);

/**
 * Starts following the URL.
 *
 * @param {{ show: () => void, place: () => any }} shell `show` opens the screen for the URL; `place` returns the
 *   position of the current screen, to restore it later.
 */
export function start(shell) {
    ({ show, place } = shell);
    history.scrollRestoration = 'manual';
    index = history.state?.index ?? 0;
    history.replaceState({ ...history.state, index }, '');
    // A property, because dialogs put their own handler first.
    window.onpopstate = returned;
    document.addEventListener('click', followed);
    guardDoubleClicks();
    addEventListener('pagehide', keepPlace);
    show();
}

/**
 * Goes to a path of the app.
 *
 * @param {string} path
 * @param {{ replace?: boolean, state?: any, quiet?: boolean }} options `replace` replaces the current history
 *   entry; `quiet` changes only the URL.
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

/** Goes back, or goes to a path if the history contains no earlier screen of the app. */
export function back(otherwise) {
    if (index > 0) history.back();
    else go(otherwise, { replace: true });
}

/** Sets the function that asks before the current screen is left; null removes it. */
export function askBeforeLeaving(ask) {
    guard = ask;
}

/** True if leaving would lose changes. */
export const isGuarded = () => guard !== null;

/** Stores the position of the current screen in its history entry. */
export function keepPlace() {
    history.replaceState({ ...history.state, index, place: place() }, '');
}

async function returned(event) {
    if (restored) {
        restored();
        restored = null;
        return;
    }
    const next = event.state?.index ?? 0;
    if (guard) {
        // The URL is restored before the question, so that Back dismisses the question.
        const distance = index - next;
        await new Promise((resolve) => {
            restored = () => resolve(null);
            history.go(distance);
        });
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
    // A screen's back link acts like the Back button if both lead to the same screen.
    if (link.classList.contains('head-back') && history.state?.from === link.pathname) return history.back();
    if (link.pathname + link.search !== location.pathname + location.search) {
        go(link.pathname + link.search, { replace: 'replace' in link.dataset });
    }
}

/** Controls that create something. The second click of a double click does not press them again. */
const pressedOnce = '.button-primary, .control-drop';

/**
 * Makes a double click do no more than one click. Busy buttons ignore clicks. If the first click replaced its button, the
 * second click does not press what appears in its place.
 */
function guardDoubleClicks() {
    let last = /** @type {Element | null} */ (null);
    document.addEventListener('click', (event) => {
        const control = event.target instanceof Element ? event.target.closest('a, button') : null;
        const isSecond = event.detail > 1 && (control !== last || control?.matches(pressedOnce));
        if (!isSecond) last = control;
        if (!isSecond && !control?.matches('button[aria-busy=true]')) return;
        event.preventDefault();
        event.stopImmediatePropagation();
    }, { capture: true });
}
