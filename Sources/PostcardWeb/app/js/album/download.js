import { get, mayWrite, Problem, refresh, send, session } from '../base/api.js';
import { sentenceFor } from '../base/sentences.js';
import { effect, signal } from '../base/signal.js';
import { complain, toast } from '../base/toast.js';
import { distance, plural } from '../base/words.js';

/** How far around a pin photos are sought first and at most, in metres. */
const [nearest, farthest] = [2000, 32_000];
/** Shapes of photos that are on their way. */
const shapes = [1.5, 1.33, 0.75, 1.5, 1.78, 1];

/** The download of an album: what is asked for, how far it is, and what went wrong. */
export class AlbumDownload {
    /**
     * @param {{ pin: string, album: any, wishes: any, until: AbortSignal, changed: () => void, told: (text:
     *   string) => void }} options `album` is the resource; `changed` is called with each photo that came,
     *   `told` with how it ended.
     */
    constructor({ pin, album, wishes, until, changed, told }) {
        this.pin = pin;
        this.album = album;
        this.wishes = wishes;
        this.until = until;
        this.changed = changed;
        this.told = told;
        this.isAsking = signal(false);
        /** What `progressBar` shows; null while nothing is under way. */
        this.watched = signal(/** @type {any} */ (null));
        this.trouble = signal(/** @type {any} */ (null));
        /** Photos that came before the album shows them. */
        this.arrived = new Map();
    }

    /** Asks for photos: for the pin's place, or as somebody wishes. */
    async get(wishes = {}) {
        if (this.watched.value || this.isAsking.peek() || !mayWrite()) return;
        this.isAsking.value = true;
        sessionStorage.removeItem(`postcard-stopped-${this.pin}`);
        this.wishes = wishes;
        this.trouble.value = null;
        try {
            this.watch(await beginJob(this.pin, { ...wishes }));
        } catch (problem) {
            const running = problem.status === 409 ? await runningJob(this.pin, this.until) : null;
            if (running) return this.watch(running);
            this.trouble.value = problem;
        } finally {
            this.isAsking.value = false;
        }
    }

    /**
     * An empty album begins by itself; a download that is under way is watched; one that was interrupted goes
     * on.
     */
    async resume(state) {
        if (!['downloading', 'interrupted', 'empty'].includes(state)) return;
        const running = await runningJob(this.pin, this.until);
        if (this.until.aborted || this.watched.value) return;
        if (running) this.watch(running);
        else if (!sessionStorage.getItem(`postcard-stopped-${this.pin}`)) this.get(this.wishes);
    }

    /** Follows a download to its end. */
    async watch(job) {
        const { album, until } = this;
        const hadPhotos = Boolean(album.value.peek()?.photos.length);
        this.arrived.clear();
        const { state, ended, hasBrokenOff } = watchJob(job, {
            until,
            stored: (photo) => {
                if (hadPhotos) return;
                if (!photo) return album.touch();
                this.arrived.set(photo.id, {
                    ...photo,
                    blob: photo.version,
                    kind: 'photo',
                    path: `/library/photos/${photo.id}`,
                    title: `Photo ${photo.number}`,
                    href: `/app/pins/${this.pin}/photos/${photo.id}`,
                });
                this.changed();
            },
        });
        // Placeholders follow how many are to come.
        effect(() => {
            if (state.value.count) this.changed();
        }, until);
        this.watched.value = {
            job: state,
            hasBrokenOff,
            until,
            hadPhotos,
            stop: () => {
                // It does not begin by itself again.
                sessionStorage.setItem(`postcard-stopped-${this.pin}`, '1');
                stopJob(job.id).catch(complain);
            },
        };
        const last = await ended;
        if (until.aborted) return;
        await album.reload().catch(() => {});
        this.watched.value = null;
        refresh('/library/pins.geojson');
        if (last.code === 'noOtherPhotos' && album.value.peek()?.photos.length) this.tellOfNoOthers();
        else if (last.state === 'failed') {
            this.trouble.value = problemOf(last);
        }
        this.told(
            last.state === 'done'
                ? `${plural(last.stored, 'photo')} there.`
                : last.state === 'none-found'
                ? 'No images found.'
                : 'The download has ended.',
        );
    }

    /** How far around the pin to look next, in metres; null where that is far enough. */
    get wider() {
        const radius = Math.min(farthest, (this.wishes.radius ?? nearest) * 2.5);
        return (this.wishes.radius ?? nearest) < farthest ? radius : null;
    }

    /** An ordinary answer, with what can be done about it. */
    tellOfNoOthers() {
        const { wider, wishes } = this;
        toast(`No other photos within ${distance(wishes.radius ?? nearest)}`, {
            action: wider
                ? {
                    text: `Look within ${distance(wider)}`,
                    run: () => {
                        this.get({ ...wishes, radius: wider });
                    },
                }
                : undefined,
        });
    }

    /**
     * The photos that came and the places of those that are on their way, where the album had none before.
     */
    coming(known) {
        const job = this.watched.peek();
        if (!job || job.hadPhotos) return [];
        const came = [...this.arrived.values()].filter((photo) => !known.has(photo.id));
        const first = known.size + came.length;
        const left = Math.max(0, (job.job.peek().count || 12) - first);
        // A photo that comes stands where the first of them stood; the others stay.
        return [
            ...came,
            ...Array.from(
                { length: left },
                (_, at) => ({
                    id: `pending-${first + at}`,
                    path: '',
                    title: '',
                    width: shapes[(first + at) % 6] * 300,
                    height: 300,
                    isPending: true,
                }),
            ),
        ];
    }

    /** Where else photos can be had; null for nowhere. */
    get otherSource() {
        const sources = session.value?.sources ?? [];
        // One that is not set up is none of them.
        if (this.trouble.peek()?.code === 'providerMissing') return sources[0] ?? null;
        const used = this.wishes.source ?? this.album.value.peek()?.photos?.[0]?.source ?? sources[0];
        return sources.find((source) => source !== used) ?? null;
    }
}

/**
 * A download of an album that is under way, as its events tell.
 *
 * @typedef {{ id: string, pin: string, state: 'running' | 'done' | 'none-found' | 'failed' | 'stopped',
 *   count: number, stored: number, bytes: number, skipped: number, problem?: string, code?: string }} Job
 */

/** Finds the download of a pin that is under way: after a reload, or where somebody else began it. */
export async function runningJob(pin, until) {
    const jobs = await get('/library/jobs?limit=200', until).catch(() => []);
    return jobs.find((job) => job.pin === pin && job.state === 'running') ?? null;
}

/** Begins a download; rejects with a problem. */
export async function beginJob(pin, wishes = {}) {
    return (await send('POST', `/library/pins/${pin}/album`, { body: wishes })).value;
}

/**
 * What a download failed with.
 *
 * @param {Job} job
 */
export function problemOf({ code, problem }) {
    const [title, detail] = sentenceFor(code);
    return new Problem({ status: 200, code, title, detail, said: problem });
}

/** Stops a download; what was stored stays. */
export const stopJob = (job) => send('DELETE', `/library/jobs/${job}`);

/**
 * Watches a download to its end. A connection that breaks is made again by the browser; where there is no
 * answer at all, the job is asked about.
 *
 * @param {Job} job
 * @param {{ until: AbortSignal, stored: (photo: any) => void }} options `stored` is called with each photo
 *   that came, once it can be read: an id and its size where the service tells, otherwise null.
 * @returns {{ state: import('../base/signal.js').Signal<Job>, ended: Promise<Job>, hasBrokenOff:
 *   import('../base/signal.js').Signal<boolean> }}
 */
export function watchJob(job, { until, stored }) {
    const state = signal(job);
    const hasBrokenOff = signal(false);
    let named = false;
    let finish = /** @type {(job: Job) => void} */ (() => {});
    const ended = new Promise((resolve) => {
        finish = resolve;
    });
    const events = new EventSource(`/library/jobs/${job.id}/events`);
    const take = (next) => {
        hasBrokenOff.value = false;
        const before = state.peek().stored;
        state.value = next;
        if (!named && next.stored > before) stored(null);
        if (next.state === 'running') return;
        events.close();
        finish(next);
    };
    for (const name of ['running', 'done', 'none-found', 'failed', 'stopped']) {
        events.addEventListener(name, (event) => take(JSON.parse(event.data)));
    }
    events.addEventListener('photo', (event) => {
        named = true;
        stored(JSON.parse(event.data));
    });
    events.addEventListener('error', async () => {
        if (until.aborted) return;
        hasBrokenOff.value = true;
        // Not known any more: the service was started again, and the album says how far it came.
        if (events.readyState !== EventSource.CLOSED) return;
        const now = await get(`/library/jobs/${job.id}`, until).catch((problem) => ({
            ...state.peek(),
            state: 'failed',
            code: problem.isMissing ? 'interrupted' : problem.code,
            problem: problem.said,
        }));
        if (now.state === 'running') {
            setTimeout(() => {
                if (!until.aborted) watchAgain();
            }, 2000);
        } else take(now);
    });
    function watchAgain() {
        const again = watchJob(state.peek(), { until, stored });
        again.ended.then(take);
    }
    until.addEventListener('abort', () => events.close());
    return { state, ended, hasBrokenOff };
}
