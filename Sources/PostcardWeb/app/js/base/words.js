const english = navigator.language.startsWith('en') ? navigator.language : 'en-GB';
const numbers = new Intl.NumberFormat(english);
const irregular = { entry: 'entries', body: 'bodies' };

/** A count and its noun: `1 photo`, `12 photos`, `no photos`. */
export function plural(count, noun) {
    const many = irregular[noun] ?? `${noun}s`;
    return count === 0 ? `no ${many}` : `${numbers.format(count)} ${count === 1 ? noun : many}`;
}

/** How many pictures and videos: `12 pictures · 2 videos`; empty for none. */
export const countOf = (pictures, videos) => [pictures && plural(pictures, 'picture'), videos && plural(videos, 'video')].filter(Boolean);

/** A length in metres as a person says it. */
export function distance(metres) {
    return metres < 1000 ? `${Math.round(metres)} m` : `${numbers.format(Math.round(metres / 100) / 10)} km`;
}

/** A size in bytes as a person says it. */
export function size(bytes) {
    if (bytes < 1000) return `${bytes} bytes`;
    if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`;
    return `${numbers.format(Math.round(bytes / 100_000) / 10)} MB`;
}

/** A position as it is written: `48.8584° N, 2.2945° E`. */
export function position({ latitude, longitude }, digits = 4) {
    const part = (value, plus, minus) => `${Math.abs(value).toFixed(digits)}° ${value < 0 ? minus : plus}`;
    return `${part(latitude, 'N', 'S')}, ${part(longitude, 'E', 'W')}`;
}

/** What to show for a name that is blank. */
export const named = (name, otherwise = 'Without a name') => name?.trim() ? name : otherwise;

export { english };
