import { strings } from '../strings/base.js';
import { locale } from '../strings/language.js';

const numbers = new Intl.NumberFormat(locale);
const rules = new Intl.PluralRules(locale);

/**
 * Returns a count and its noun: `1 photo`, `12 photos`, `no photos`.
 *
 * @param {number} count
 * @param {string | { one: string, other: string }} noun The forms of the noun, or its key in the base texts.
 */
export function plural(count, noun) {
    const forms = typeof noun === 'string' ? strings.nouns[noun] ?? strings.nouns.item : noun;
    return count === 0
        ? strings.none(forms.other)
        : `${numbers.format(count)} ${forms[rules.select(count)] ?? forms.other}`;
}

/** Returns the numbers of pictures and videos as strings, without zeros. */
export const countOf = (pictures, videos) =>
    [pictures && plural(pictures, 'picture'), videos && plural(videos, 'video')].filter(Boolean);

/** Returns a rounded distance with its unit. */
export function distance(meters) {
    return meters < 1000 ? `${Math.round(meters)} m` : `${numbers.format(Math.round(meters / 100) / 10)} km`;
}

/** Returns a rounded file size with its unit. */
export function size(bytes) {
    if (bytes < 1000) return strings.inBytes(bytes);
    if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`;
    return `${numbers.format(Math.round(bytes / 100_000) / 10)} MB`;
}

/** Returns coordinates as text: `48.8584° N, 2.2945° E`. */
export function position({ latitude, longitude }, digits = 4) {
    const [north, south, east, west] = strings.compass;
    const shown = new Intl.NumberFormat(locale, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
    });
    const part = (value, plus, minus) => `${shown.format(Math.abs(value))}°\u00a0${value < 0 ? minus : plus}`;
    return `${part(latitude, north, south)}, ${part(longitude, east, west)}`;
}

/** Returns a list as text: `a meme, a note and an entry`. */
export const listed = (things) => new Intl.ListFormat(locale).format(things);

/** Returns the name, or a placeholder if the name is blank. */
export const named = (name, otherwise = strings.withoutName) => name?.trim() ? name : otherwise;

const day = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
});
const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/**
 * Parses a date without converting time zones: a photo taken at noon in Tokyo shows noon everywhere.
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

/** Returns `12 June 2024`, or `June 2024` or `2024` if only that is known; empty if the date is missing. */
export function dayOf(text) {
    const found = parts(text);
    if (!found) return '';
    if (!found.hasMonth) return String(found.date.getUTCFullYear());
    return (found.hasDay ? day : month).format(found.date);
}

/** Returns `12 June 2024, 18:30`. */
export function dayAndTimeOf(text) {
    const time = parts(text)?.time;
    return time ? `${dayOf(text)}, ${time}` : dayOf(text);
}

/** @type {Map<string, string>} A cache for `monthOf`, which is called for thousands of pictures. */
const months = new Map();

/** Returns `June 2024`; empty if the month is unknown. */
export function monthOf(text) {
    const key = text?.slice(0, 7) ?? '';
    if (!months.has(key)) {
        const found = parts(key);
        months.set(key, found?.hasMonth ? month.format(found.date) : '');
    }
    return months.get(key);
}

/** Returns an instant in the reader's time zone: the time, such as `12:04`, if it is today, otherwise the day. */
export function since(instant) {
    const date = new Date(instant);
    if (Number.isNaN(date.getTime())) return '';
    const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
    return date.toDateString() === new Date().toDateString() ? clock.format(date) : dayOf(local);
}

/** Returns the duration of a video: `0:12`, `1:02:07`. */
export function lengthOf(seconds) {
    const whole = Math.max(0, Math.round(seconds));
    const two = (number) => String(number).padStart(2, '0');
    const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
    return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
