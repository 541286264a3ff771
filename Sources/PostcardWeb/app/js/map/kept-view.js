import { get, mayWrite, send } from '../base/api.js';
import { ofView, project, viewOf } from './mercator.js';
import { allPins } from './pin-actions.js';

const key = 'postcard-view';

/** The view that the library keeps of the map, for the next visit from anywhere. */
export class KeptView {
    /** @param {import('./map-view.js').MapView} map @param {AbortSignal} until */
    constructor(map, until) {
        Object.assign(this, { map, until, timer: 0, isLoaded: false, saved: '' });
        addEventListener('pagehide', () => this.save({ keepalive: true }), { signal: until });
        document.addEventListener('visibilitychange', () => { if (document.hidden) this.save({ keepalive: true }); }, { signal: until });
    }

    /**
     * Shows the view that an address asks for, otherwise the one that was kept.
     *
     * @param {string | null} asked `LATITUDE,LONGITUDE` or `LATITUDE,LONGITUDE,ZOOM`.
     */
    async restore(asked) {
        const { map } = this;
        await new Promise(resolve => { if (map.width) resolve(null); else map.sized = () => { map.sized = null; resolve(null); }; });
        const place = /^(-?[\d.]+),(-?[\d.]+)(?:,([\d.]+))?$/.exec(asked ?? '');
        if (place) {
            map.jump({ ...project({ latitude: +place[1], longitude: +place[2] }), zoom: place[3] ? +place[3] : 12 });
        } else {
            // A library without pins looks at nothing yet, unless somebody did here.
            const known = await allPins().load().catch(() => null);
            const view = known?.features.length ? await get('/library/map', this.until).catch(() => null)
                : JSON.parse(localStorage.getItem(key) ?? 'null');
            if (view) map.jump(ofView(view, map.width, map.height));
        }
        this.saved = JSON.stringify(map.camera);
        this.isLoaded = true;
    }

    /** Keeps the view once it has stood still for a second. */
    saveSoon() {
        if (!this.isLoaded || !this.map.width) return;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.save(), 1000);
    }

    /** Keeps the view; only what is really another one. */
    save(options = {}) {
        clearTimeout(this.timer);
        const { camera, width, height } = this.map;
        const text = JSON.stringify(camera);
        if (!this.isLoaded || text === this.saved || !mayWrite()) return;
        this.saved = text;
        const view = viewOf(camera, width, height);
        localStorage.setItem(key, JSON.stringify(view));
        send('PATCH', '/library/map', { body: view, ...options }).catch(() => { this.saved = ''; });
    }
}
