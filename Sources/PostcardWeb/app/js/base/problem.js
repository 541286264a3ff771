/** What a request failed with: a problem document of the service, or no answer at all. */
export class Problem extends Error {
    /**
     * @param {{ status: number, title: string, detail: string, request?: string | null }} fields `status` 0 for no answer.
     */
    constructor({ status, title, detail, request = null }) {
        super(detail || title);
        this.name = 'Problem';
        this.status = status;
        this.title = title;
        this.detail = detail;
        /** The id of the request, for the service's log. */
        this.request = request;
    }

    /** Another client changed it first. */
    get isOutdated() { return this.status === 412; }

    /** It is not there. */
    get isMissing() { return this.status === 404 || this.status === 410; }

    /** Nobody answered. */
    get isOffline() { return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504; }

    /** @param {Response} response */
    static async of(response) {
        const request = response.headers.get('X-Request-ID');
        const isProblem = response.headers.get('Content-Type')?.startsWith('application/problem+json');
        const body = isProblem ? await response.json().catch(() => ({})) : {};
        return new Problem({
            status: response.status, title: body.title ?? 'That did not work',
            detail: body.detail ?? `Postcard answered ${response.status}${response.statusText ? ` ${response.statusText}` : ''}.`, request,
        });
    }

    /** @param {unknown} error What `fetch` threw. */
    static from(error) {
        if (error instanceof Problem) return error;
        if (error instanceof TypeError) {
            return new Problem({ status: 0, title: 'Postcard does not answer',
                detail: navigator.onLine ? 'Is it still running? Start it again, then try once more.'
                    : 'You are offline. Try again when you are back.' });
        }
        const detail = String(error instanceof Error ? error.message : error);
        return new Problem({ status: -1, title: 'Something went wrong', detail });
    }
}

/** An error that says that nobody waits for the answer any more. */
export function isAbort(error) {
    return error?.name === 'AbortError';
}
