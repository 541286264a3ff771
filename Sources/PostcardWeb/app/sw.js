// Before this script, the service declares VERSION, and FILES: the files under /app/-/VERSION/.

const shell = '/app/';
const base = `/app/-/${VERSION}/`;
const files = `app-${VERSION}`;
const data = 'data';
const pictures = 'pictures';
/** The maximum number of pictures in the cache, which is about 200 MB, and of other responses. */
const [mostPictures, mostData] = [2500, 300];
/** The wait for a response before a copy is returned instead, in milliseconds. */
const timeout = 3000;

self.addEventListener('install', (event) => {
    // Map pieces are cached when they are viewed. Samples are not cached, since they are uploaded at once.
    const wanted = FILES.filter((file) => !/^(world|samples)\//.test(file)).map((file) => base + file);
    event.waitUntil(caches.open(files).then((cache) => cache.addAll([shell, ...wanted])));
});

self.addEventListener('activate', (event) => {
    event.waitUntil((async () => {
        // The previous version stays: an open page may still import from it.
        const versions = (await caches.keys()).filter((name) => name.startsWith('app-') && name !== files);
        for (const name of versions.slice(0, -1)) await caches.delete(name);
        await self.clients.claim();
    })());
});

self.addEventListener('message', (event) => {
    if (event.data === 'take over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== location.origin || request.headers.has('Range')) return;
    if (request.mode === 'navigate') {
        if (url.pathname.startsWith(shell)) event.respondWith(navigate(request));
    } else if (url.pathname.startsWith('/app/-/')) {
        event.respondWith(
            url.pathname.startsWith('/app/-/dev/') ? newest(request, files) : kept(request, files),
        );
    } else if (url.pathname.startsWith('/library/') && url.searchParams.has('v')) {
        event.respondWith(kept(request, pictures, mostPictures));
    } else if (
        url.pathname.startsWith('/library/') &&
        (request.headers.get('Accept') ?? '').startsWith('application/json') && !isSearch(url)
    ) {
        event.respondWith(newest(request, data, mostData));
    }
});

/** True for searches. Neither the words nor the places that the user searched for are kept. */
const isSearch = ({ pathname, searchParams }) =>
    pathname.startsWith('/library/gazetteer') ||
    ['text', 'near', 'at'].some((name) => searchParams.has(name));

/** Returns the page from the service if the service responds within a second, otherwise a cached copy. */
async function navigate(request) {
    const cache = await caches.open(files);
    const asked = fetch(request).then((response) => {
        if (response.ok) cache.put(shell, response.clone());
        return response;
    });
    const late = new Promise((resolve) => setTimeout(resolve, 1000)).then(() => cache.match(shell));
    const first = await Promise.race([asked.catch(() => null), late]);
    return first ?? asked.catch(async (error) => {
        const copy = await cache.match(shell);
        if (copy) return copy;
        throw error;
    });
}

/** For files that never change: returns the cached copy if there is one; otherwise caches and returns the response. */
async function kept(request, name, most = Infinity) {
    const cache = await caches.open(name);
    const copy = await cache.match(request, { ignoreVary: true }) ??
        (name === files ? await caches.match(request) : undefined);
    if (copy) return copy;
    const response = await fetch(request);
    if (response.status === 200) {
        await cache.put(request, response.clone()).catch(() => {});
        thin(cache, most);
    }
    return response;
}

/**
 * For data that changes: returns the response, or, after three seconds, the cached copy, marked with its time. The
 * page reloads the data when a late response arrives.
 */
async function newest(request, name, most = Infinity) {
    const cache = await caches.open(name);
    // The page handles conditional requests; cached copies are always complete.
    const key = request.url;
    const copy = () => cache.match(key, { ignoreVary: true });
    let isLate = false;
    const answer = (async () => {
        const response = await fetch(request);
        if (response.status === 200) {
            await cache.put(key, marked(response.clone())).catch(() => {});
            thin(cache, most);
        }
        if (response.status === 404 || response.status === 410) await cache.delete(key);
        if (isLate) {
            for (const client of await self.clients.matchAll()) {
                client.postMessage({ changed: key });
            }
        }
        return response;
    })();
    const late = new Promise((resolve) => setTimeout(resolve, timeout)).then(copy);
    const first = await Promise.race([answer.catch(() => null), late]);
    if (!first) {
        return answer.catch(async (error) => {
            const found = await copy();
            if (found) return found;
            throw error;
        });
    }
    isLate = first.headers.has('X-Postcard-As-Of');
    return first;
}

function marked(response) {
    const headers = new Headers(response.headers);
    headers.set('X-Postcard-As-Of', new Date().toISOString());
    return new Response(response.body, { status: response.status, headers });
}

/** Deletes the oldest tenth of a cache if it contains more than `most` responses. */
async function thin(cache, most) {
    if (most === Infinity) return;
    const keys = await cache.keys();
    if (keys.length > most) {
        for (const key of keys.slice(0, keys.length - 0.9 * most)) await cache.delete(key);
    }
}
