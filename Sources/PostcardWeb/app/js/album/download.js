import { get, mayWrite, Problem, refresh, send, session } from '../base/api.js';
import { sentenceFor } from '../base/sentences.js';
import { photoService, serviceName } from '../base/services.js';
import { effect, signal } from '../base/signal.js';
import { events } from '../base/streams.js';
import { complain, toast } from '../base/toast.js';
import { distance, plural } from '../base/words.js';
import { strings } from '../strings/pictures.js';

/** The initial and the maximum search radius around a pin, in meters. */
const [nearest, farthest] = [2000, 32_000];
/** The aspect ratios of placeholders. */
const shapes = [1.5, 1.33, 0.75, 1.5, 1.78, 1];
const shapeAt = (index) => ({ width: shapes[index % shapes.length] * 300, height: 300 });

/** The download of an album: its search options, progress and problem. */
export class AlbumDownload {
    /**
     * @param {{ pin: string, album: any, wishes: any, until: AbortSignal, changed: () => void, announce: (text:
     *   string) => void }} options `album` is the resource; `changed` is called for each photo that arrives, and
     *   `announce` is called with the result.
     */
    constructor({ pin, album, wishes, until, changed, announce }) {
        this.pin = pin;
        this.album = album;
        this.wishes = wishes;
        this.until = until;
        this.changed = changed;
        this.announce = announce;
        this.isAsking = signal(false);
        /** The data for `progressBar`; null if no download is running. */
        this.watched = signal(/** @type {any} */ (null));
        this.trouble = signal(/** @type {any} */ (null));
        /** Photos that have arrived but are not in the album yet. */
        this.arrived = new Map();
    }

    /** Requests photos of the pin's place that match search options. */
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

    /** Starts downloading an empty album, watches a running download, or resumes an interrupted one. */
    async resume(state) {
        if (!['downloading', 'interrupted', 'empty'].includes(state)) return;
        this.isAsking.value = true;
        const running = await runningJob(this.pin, this.until);
        this.isAsking.value = false;
        if (this.until.aborted || this.watched.value) return;
        if (running) this.watch(running);
        else if (!sessionStorage.getItem(`postcard-stopped-${this.pin}`)) this.get(this.wishes);
    }

    /** Watches a download until it ends. */
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
                    title: strings.photoNumber(photo.number),
                    href: `/app/pins/${this.pin}/photos/${photo.id}`,
                });
                this.changed();
            },
        });
        // The number of placeholders depends on the number of photos.
        effect(() => {
            if (state.value.count) this.changed();
        }, until);
        const source = this.otherSource;
        let next = /** @type {any} */ (null);
        this.watched.value = {
            job: state,
            hasBrokenOff,
            until,
            hadPhotos,
            service: this.wishes.source ? serviceName(this.wishes.source) : photoService(),
            other: source && serviceName(source),
            /** Ends this download, and searches the other service. */
            change: () => {
                next = { ...this.wishes, source };
                stopJob(job.id).catch(complain);
            },
            stop: () => {
                // A stopped download does not restart automatically.
                sessionStorage.setItem(`postcard-stopped-${this.pin}`, '1');
                stopJob(job.id).catch(complain);
            },
        };
        const last = await ended;
        if (until.aborted) return;
        await album.reload().catch(() => {});
        this.watched.value = null;
        refresh('/library/pins.geojson');
        if (next) return void this.get(next);
        if (last.code === 'noOtherPhotos' && album.value.peek()?.photos.length) this.offerWider();
        else if (last.state === 'failed') {
            this.trouble.value = problemOf(last);
        }
        this.announce(
            last.state === 'done'
                ? strings.downloaded(plural(last.stored, 'photo'))
                : last.state === 'none-found'
                ? strings.noneFound
                : strings.downloadEnded,
        );
    }

    /** The next larger search radius in meters; null at the maximum. */
    get wider() {
        const radius = Math.min(farthest, (this.wishes.radius ?? nearest) * 2.5);
        return (this.wishes.radius ?? nearest) < farthest ? radius : null;
    }

    /** Reports that no more photos exist, and offers a larger search radius. */
    offerWider() {
        const { wider, wishes } = this;
        toast(strings.noOthersWithin(distance(wishes.radius ?? nearest)), {
            action: wider
                ? {
                    text: strings.searchWithin(distance(wider)),
                    run: () => {
                        this.get({ ...wishes, radius: wider });
                    },
                }
                : undefined,
        });
    }

    /** Returns the photos that have arrived and placeholders for the rest, if the album was empty before. */
    coming(known) {
        const job = this.watched.peek();
        if (!job || job.hadPhotos) return [];
        // Until the download ends, a photo has the shape of its placeholder, so that no tile moves.
        const arrived = [...this.arrived.values()].filter((photo) => !known.has(photo.id)).map((
            photo,
            at,
        ) => ({
            ...photo,
            ...shapeAt(known.size + at),
        }));
        const first = known.size + arrived.length;
        const left = Math.max(0, (job.job.peek().count || 12) - first);
        // An arriving photo replaces the first placeholder.
        return [
            ...arrived,
            ...Array.from(
                { length: left },
                (_, at) => ({
                    id: `pending-${first + at}`,
                    path: '',
                    title: '',
                    ...shapeAt(first + at),
                    isPending: true,
                }),
            ),
        ];
    }

    /** Another available photo service; null if there is none. */
    get otherSource() {
        const sources = session.value?.sources ?? [];
        // The list does not contain services that are not set up.
        if (this.trouble.peek()?.code === 'providerMissing') return sources[0] ?? null;
        const used = this.wishes.source ?? this.album.value.peek()?.photos?.[0]?.source ?? sources[0];
        return sources.find((source) => source !== used) ?? null;
    }
}

/**
 * The state of an album's download, as reported by the download's events.
 *
 * @typedef {{ id: string, pin: string, state: 'running' | 'done' | 'none-found' | 'failed' | 'stopped',
 *   count: number, stored: number, bytes: number, skipped: number, problem?: string, code?: string }} Job
 */

/** Finds a pin's running download after a reload, or when another client started it. */
export async function runningJob(pin, until) {
    const jobs = await get('/library/jobs?limit=200', until).catch(() => []);
    return jobs.find((job) => job.pin === pin && job.state === 'running') ?? null;
}

/** Starts a download; rejects with a problem. */
export async function beginJob(pin, wishes = {}) {
    return (await send('POST', `/library/pins/${pin}/album`, { body: wishes })).value;
}

/**
 * Returns the problem of a failed download.
 *
 * @param {Job} job
 */
export function problemOf({ code, problem }) {
    const [title, detail] = sentenceFor(code);
    return new Problem({ status: 200, code, title, detail, said: problem });
}

/** Stops a download; stored photos are kept. */
const stopJob = (job) => send('DELETE', `/library/jobs/${job}`);

/**
 * Watches a download until it ends. The browser reconnects a lost event stream. If reconnecting fails, the job is
 * requested.
 *
 * @param {Job} job
 * @param {{ until: AbortSignal, stored: (photo: any) => void }} options `stored` is called for each photo once the
 *   photo can be read. The argument is the photo's id and size, or null if the service does not report them.
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
    const take = (next) => {
        hasBrokenOff.value = false;
        const before = state.peek().stored;
        state.value = next;
        if (!named && next.stored > before) stored(null);
        if (next.state === 'running') return;
        source.close();
        finish(next);
    };
    const states = ['running', 'done', 'none-found', 'failed', 'stopped'];
    const source = events(`/library/jobs/${job.id}/events`, {
        ...Object.fromEntries(states.map((name) => [name, take])),
        photo: (photo) => {
            named = true;
            stored(photo);
        },
    }, until);
    source.addEventListener('error', async () => {
        if (until.aborted) return;
        hasBrokenOff.value = true;
        // The service may have restarted and forgotten the job. The album contains the stored photos.
        if (source.readyState !== EventSource.CLOSED) return;
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
    return { state, ended, hasBrokenOff };
}
