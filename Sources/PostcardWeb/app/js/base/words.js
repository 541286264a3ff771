const english = navigator.language.startsWith('en') ? navigator.language : 'en-GB';
const numbers = new Intl.NumberFormat(english);
const irregular = { entry: 'entries', body: 'bodies' };

/** A count and its noun: `1 photo`, `12 photos`, `no photos`. */
export function plural(count, noun) {
    const many = irregular[noun] ?? `${noun}s`;
    return count === 0 ? `no ${many}` : `${numbers.format(count)} ${count === 1 ? noun : many}`;
}

/** How many pictures and videos: `12 pictures · 2 videos`; empty for none. */
export const countOf = (pictures, videos) =>
    [pictures && plural(pictures, 'picture'), videos && plural(videos, 'video')].filter(Boolean);

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

/** Things one after the other: `a meme, a note and an entry`. */
export const listed = (things) => new Intl.ListFormat(english).format(things);

/** What to show for a name that is blank. */
export const named = (name, otherwise = 'Without a name') => name?.trim() ? name : otherwise;

export { english };

const day = new Intl.DateTimeFormat(english, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
});
const month = new Intl.DateTimeFormat(english, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const clock = new Intl.DateTimeFormat(english, { hour: '2-digit', minute: '2-digit' });

/**
 * A date of the library as its own clock showed it: a photo of noon in Tokyo says noon everywhere.
 *
 * @param {string | undefined | null} text A year, a month, a day, or a time with or without its zone.
 */
function parts(text) {
    const found = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d))?)?)?/.exec(text ?? '');
    if (!found) return null;
    const [, year, month, day, hour, minute] = found;
    return {
        date: new Date(Date.UTC(+year, month ? +month - 1 : 0, day ? +day : 1)),
        hasMonth: Boolean(month),
        hasDay: Boolean(day),
        time: hour ? `${hour}:${minute}` : '',
    };
}

/** `12 June 2024`; `June 2024` or `2024` where no more is known; empty without a date. */
export function dayOf(text) {
    const found = parts(text);
    if (!found) return '';
    if (!found.hasMonth) return String(found.date.getUTCFullYear());
    return (found.hasDay ? day : month).format(found.date);
}

/** `12 June 2024, 18:30`. */
export function dayAndTimeOf(text) {
    const time = parts(text)?.time;
    return time ? `${dayOf(text)}, ${time}` : dayOf(text);
}

/** @type {Map<string, string>} What `monthOf` said, since thousands of pictures ask it. */
const months = new Map();

/** `June 2024`; empty where no month is known. */
export function monthOf(text) {
    const key = text?.slice(0, 7) ?? '';
    if (!months.has(key)) {
        const found = parts(key);
        months.set(key, found?.hasMonth ? month.format(found.date) : '');
    }
    return months.get(key);
}

/** The time of an instant where the reader is: `12:04` today, otherwise the day. */
export function since(instant) {
    const date = new Date(instant);
    if (Number.isNaN(date.getTime())) return '';
    const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
    return date.toDateString() === new Date().toDateString() ? clock.format(date) : dayOf(local);
}

/** A length of a video in seconds: `0:12`, `1:02:07`. */
export function lengthOf(seconds) {
    const whole = Math.max(0, Math.round(seconds));
    const two = (number) => String(number).padStart(2, '0');
    const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
    return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
