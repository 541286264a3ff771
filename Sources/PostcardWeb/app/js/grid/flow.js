/** Where tiles are on the screen, by the ids of their items. */
export function placesOf(tiles) {
    return new Map(tiles.filter(tile => tile.item).map(tile => [tile.item.id, tile.element.getBoundingClientRect()]));
}

/** Lets tiles flow from where they were, and those that are new appear; at once where motion is not wanted. */
export function flow(tiles, before) {
    if (!before.size || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const { item, element } of tiles) {
        const was = before.get(item?.id);
        if (!was) {
            if (!item?.isPending) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 180 });
            continue;
        }
        const is = element.getBoundingClientRect();
        const [dx, dy] = [was.left - is.left, was.top - is.top];
        if (Math.abs(dx) + Math.abs(dy) < 1) continue;
        element.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'none' }],
            { duration: 180, easing: 'cubic-bezier(.2, .7, .3, 1)' });
    }
}
