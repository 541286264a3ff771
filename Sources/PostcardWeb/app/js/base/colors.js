/**
 * Returns colors that suit a background; null if the background is not custom. Shared pages choose their colors the
 * same way.
 */
export function colorsFor(background) {
    const page = channels(background);
    if (!page) return null;
    const isLight = luminance(page) > 0.19;
    const ink = isLight ? [29, 27, 24] : [241, 238, 232];
    // Shades as far from the ink as the minimum contrast allows: 4.5 for text, 3 for control borders.
    const readable = (color, ratio) => {
        for (let part = 0; part <= 1; part += 0.02) {
            const made = mix(color, ink, part);
            if (contrast(made, page) >= ratio) return made;
        }
        return ink;
    };
    const accent = readable(isLight ? [143, 47, 26] : [255, 161, 137], 4.6);
    return {
        'color-scheme': isLight ? 'light' : 'dark',
        '--page': text(page),
        '--ink': text(ink),
        '--soft': text(readable(mix(page, ink, 0.6), 4.6)),
        '--line': text(mix(page, ink, 0.16)),
        '--edge': text(readable(mix(page, ink, 0.4), 3.1)),
        '--card': text(mix(page, isLight ? [255, 255, 255] : [0, 0, 0], 0.2)),
        '--accent': text(accent),
        '--on-accent': contrast(accent, [255, 255, 255]) > contrast(accent, [20, 18, 16])
            ? '#fff'
            : '#141210',
        '--blue': text(readable(isLight ? [47, 93, 138] : [141, 180, 220], 4.6)),
        '--sea': text(mix(page, isLight ? [176, 206, 222] : [8, 16, 24], 0.6)),
        '--land': text(mix(page, [255, 255, 255], isLight ? 0.35 : 0.1)),
        '--coast': text(mix(page, ink, 0.4)),
        '--border': text(mix(page, ink, 0.18)),
        '--graticule': text(mix(page, ink, 0.13)),
    };
}

function channels(color) {
    const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color ?? '')?.[1];
    if (!digits) return null;
    const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
    return [0, 2, 4].map((at) => parseInt(long.slice(at, at + 2), 16));
}

function luminance(color) {
    const [red, green, blue] = color.map((value) => value / 255).map((value) =>
        value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two colors as defined by WCAG 2, from 1 to 21. */
function contrast(one, other) {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
}

const mix = (from, to, part) => from.map((value, at) => Math.round(value + (to[at] - value) * part));
const text = (color) => `#${color.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
