import { strings } from '../strings/base.js';
import { Problem, send } from './api.js';
import { h } from './dom.js';
import { back, go, keepPlace, match, pathTo } from './router.js';
import { failed, loading } from './states.js';
import { complain } from './toast.js';

/**
 * A screen in its pane.
 *
 * @typedef {{ key: string, element: HTMLElement, stop: AbortController, screen: any, title?: string, focus:
 *   Element | null, isReady: boolean }} Mounted
 */

const wide = matchMedia('(min-width: 900px)');

/** Opens the screens for URLs in panes, and restores their positions. */
export class Shell {
    /**
     * @param {HTMLElement} root The container of the panes.
     * @param {import('./router.js').Route[]} routes
     * @param {import('./router.js').Route} missing
     * @param {(route: import('./router.js').Route) => void} changed
     */
    constructor(root, routes, missing, changed) {
        this.root = root;
        this.routes = routes;
        this.missing = missing;
        this.changed = changed;
        /** @type {Mounted[]} */
        this.panes = [];
        /** @type {Mounted | null} */
        this.overlay = null;
        /** Resolves when the first screen is ready. */
        this.isReady = new Promise((resolve) => {
            this.#resolveReady = resolve;
        });
        wide.addEventListener('change', () => {
            if (this.panes.length) this.show();
        });
    }

    #resolveReady = /** @type {(value?: unknown) => void} */ (() => {});

    /** Shows the screen for the current URL. */
    show() {
        const { route, params } = match(this.routes, location.pathname) ??
            { route: this.missing, params: {} };
        const previous = this.panes.at(-1);
        const focused = document.activeElement;
        for (const pane of this.panes) if (pane.element.contains(focused)) pane.focus = focused;
        const keys = route.panes.map((pane) => `${pane.name} ${pathTo(pane.path, params)}`);
        const kept = this.panes.filter((pane) => keys.includes(pane.key));
        for (const pane of this.panes) if (!kept.includes(pane)) this.#remove(pane);
        // On a phone, hidden panes are built when they are opened; existing ones stay.
        this.panes = route.panes.map((pane, at) =>
            kept.find((each) => each.key === keys[at]) ??
                (wide.matches || at === keys.length - 1 ? this.#mount(pane, params, keys[at]) : null)
        ).filter((pane) => pane !== null);
        // Panes that stay are not moved in the DOM: that would lose scroll positions and stop videos.
        let next = /** @type {HTMLElement | null} */ (null);
        for (const { element } of [...this.panes].reverse()) {
            if (!element.parentElement) this.root.insertBefore(element, next);
            next = element;
        }
        this.#arrange();
        const overlayKey = route.overlay ? `${route.overlay.name} ${location.pathname}` : '';
        if (this.overlay?.key !== overlayKey) {
            if (this.overlay) this.#remove(this.overlay);
            this.overlay = route.overlay ? this.#mount(route.overlay, params, overlayKey) : null;
        }
        this.changed(route);
        const last = this.panes.at(-1);
        // A pane that stayed gets its focus back; a new pane focuses its heading when the pane is ready.
        if (
            last && last !== previous && kept.includes(last) && !route.overlay &&
            last.focus?.isConnected
        ) /** @type {HTMLElement} */ (last.focus).focus({ preventScroll: true });
        for (const pane of kept) pane.screen.returned?.();
    }

    /** Returns the positions of the current screens, to restore them after a reload. */
    place() {
        const focused = document.activeElement;
        const scroll = Object.fromEntries(this.panes.map((pane) => [pane.key, pane.element.scrollTop]));
        const kept = Object.fromEntries(
            this.panes.map((pane) => [pane.key, pane.screen.keeping?.()]).filter(([, value]) =>
                value !== undefined
            ),
        );
        return {
            scroll,
            kept,
            focus: focused && this.panes.at(-1)?.element.contains(focused) ? selectorOf(focused) : null,
        };
    }

    #mount(pane, params, key) {
        const stop = new AbortController();
        const element = h('div', { class: `pane pane-${pane.name}` });
        const place = history.state?.place;
        const mounted =
            /** @type {Mounted} */ ({ key, element, stop, screen: null, focus: null, isReady: false });
        mounted.screen = {
            params,
            query: new URLSearchParams(location.search),
            until: stop.signal,
            element,
            state: place?.kept?.[key] ?? {},
            go,
            back,
            title: (text) => {
                if (this.panes.at(-1) === mounted || this.overlay === mounted) {
                    document.title = text ? `${text} · Postcard` : 'Postcard';
                }
                mounted.title = text;
                if (element.ariaLabel) element.ariaLabel = text;
            },
            keep: (keeping) => {
                mounted.screen.keeping = keeping;
            },
            ready: () => this.#ready(mounted, place),
        };
        element.addEventListener('scrollend', () => {
            if (mounted.isReady && this.panes.includes(mounted)) keepPlace();
        }, { signal: stop.signal });
        this.#load(pane, mounted);
        return mounted;
    }

    async #load(pane, mounted) {
        const timer = setTimeout(() => {
            if (!mounted.element.childElementCount) mounted.element.append(loading());
        }, 120);
        try {
            const module = await pane.load();
            sessionStorage.removeItem('postcard-reloaded');
            if (mounted.stop.signal.aborted) return;
            const content = await module.default(mounted.screen);
            if (mounted.stop.signal.aborted) return;
            clearTimeout(timer);
            if (content) mounted.element.replaceChildren(content);
            // By the next microtask, resources that are already loaded have filled the screen.
            queueMicrotask(() => {
                if (!mounted.screen.waits) this.#ready(mounted, history.state?.place);
            });
        } catch (error) {
            clearTimeout(timer);
            if (mounted.stop.signal.aborted) return;
            const isMissing = error instanceof TypeError && /import|module/i.test(error.message);
            if (
                isMissing && !sessionStorage.getItem('postcard-reloaded') &&
                await send('GET', '/session').then(() => true, (problem) => !problem.isOffline)
            ) {
                // The file belongs to an old version: reload the page once.
                sessionStorage.setItem('postcard-reloaded', '1');
                return location.reload();
            }
            const problem = error.name === 'Problem'
                ? error
                : isMissing && navigator.onLine
                ? Problem.from(error)
                : new Problem({
                    status: -1,
                    title: strings.notOpened,
                    detail: navigator.onLine ? String(error?.message ?? error) : strings.noCopy,
                });
            if (mounted === this.overlay) {
                // No pane could show an overlay's problem.
                complain(problem);
                back('/app/');
            } else {mounted.element.replaceChildren(h(
                    'div',
                    { class: 'page' },
                    failed(problem, () => {
                        mounted.element.replaceChildren();
                        this.#load(pane, mounted);
                    }),
                ));}
            if (error.name !== 'Problem') console.warn(error);
        }
    }

    #ready(mounted, place) {
        if (mounted.isReady || mounted.stop.signal.aborted) return;
        mounted.isReady = true;
        this.#resolveReady();
        const top = place?.scroll?.[mounted.key];
        if (top) mounted.element.scrollTop = top;
        if (mounted !== this.panes.at(-1) || this.overlay) return;
        const focus = place?.focus && mounted.element.querySelector(place.focus);
        const heading = mounted.element.querySelector('h1');
        // On the first screen of a visit, the focus stays at the top of the page, where the skip link is.
        if (focus) focus.focus({ preventScroll: true });
        else if (
            heading && (history.state?.index ?? 0) > 0 && (document.activeElement === document.body ||
                !document.activeElement?.closest('dialog'))
        ) {
            heading.tabIndex = -1;
            heading.focus({ preventScroll: true });
        }
    }

    #arrange() {
        this.root.dataset.count = String(this.panes.length);
        this.panes.forEach((pane, at) => {
            const isHidden = at < this.panes.length - 1 && !wide.matches;
            pane.element.inert = isHidden;
            // Only one pane has the role `main`, even if two panes are side by side.
            const isMain = at === this.panes.length - 1;
            pane.element.setAttribute('role', isMain ? 'main' : 'region');
            if (isMain) pane.element.removeAttribute('aria-label');
            else pane.element.setAttribute('aria-label', pane.title ?? strings.overview);
            pane.element.classList.toggle('pane-behind', isHidden);
            pane.element.classList.toggle('pane-side', at < this.panes.length - 1);
        });
    }

    #remove(mounted) {
        mounted.stop.abort();
        mounted.element.remove();
    }
}

/** Returns a selector that finds an element again by its key or URL; null if it has neither. */
function selectorOf(element) {
    if (element.dataset?.key) return `[data-key="${CSS.escape(element.dataset.key)}"]`;
    if (element.getAttribute('href')) return `a[href="${CSS.escape(element.getAttribute('href'))}"]`;
    return null;
}
