import PostcardCore
import PostcardCrypto

extension SharePage {
    static let style = """
        :root{color-scheme:light dark;--page:#faf8f4;--ink:#25221d;--soft:#6f685c;--line:#e4ded2;--sea:#dfe9ee;--land:#f7f3ea;\
        --grid:#d3dbd9;--accent:#b4442b;--card:#fff}
        @media(prefers-color-scheme:dark){:root{--page:#17181a;--ink:#ece8e0;--soft:#a39d92;--line:#303236;\
        --sea:#1b2226;--land:#262b2e;--grid:#343c40;--accent:#f0876d;--card:#212326}}
        *{box-sizing:border-box}
        html{scroll-behavior:smooth}
        body{margin:0;background:var(--page);color:var(--ink);font:17px/1.6 Charter,"Bitstream Charter","Sitka Text",Cambria,serif}
        header,main,footer{max-width:64rem;margin:0 auto;padding:0 1.25rem}
        header{padding-top:3.5rem;padding-bottom:1.5rem}
        h1{font-size:clamp(2rem,6vw,3.4rem);line-height:1.08;letter-spacing:-.02em;margin:0;text-wrap:balance}
        h2{font-size:1.5rem;line-height:1.25;margin:3rem 0 1rem;letter-spacing:-.01em;text-wrap:balance}
        .byline,time,figcaption,footer,.length{font-family:system-ui,sans-serif}
        .cover{display:block;width:100%;max-height:26rem;object-fit:cover;border-radius:14px;margin-top:1.5rem;background:var(--line)}
        .cover[hidden]{display:none}
        .byline{color:var(--soft);margin:.6rem 0 0}
        time{color:var(--soft);font-size:.85rem;font-weight:400;white-space:nowrap}time,.viewer h1{letter-spacing:0}
        a{color:var(--accent)}
        a:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:6px}
        .map{display:block;width:100%;height:auto;border:1px solid var(--line);border-radius:14px}
        .map text{font-family:system-ui,sans-serif}
        .sea{fill:var(--sea)}.land{fill:var(--land);stroke:var(--land);stroke-width:.7}.lake{fill:var(--sea)}.grid{stroke:var(--grid);stroke-width:1;fill:none}
        .degrees{fill:var(--soft);font-size:12px}.scale{stroke:var(--soft);stroke-width:1.5;fill:none}
        .route{stroke:var(--accent);stroke-width:2.5;fill:none;stroke-dasharray:1 7;stroke-linecap:round;stroke-linejoin:round}
        .track{stroke:var(--accent);stroke-width:3;fill:none;stroke-linecap:round;stroke-linejoin:round;opacity:.7}
        .mark{fill:var(--accent);stroke:var(--card);stroke-width:2.5}
        .number{fill:var(--card);font-size:13px;font-weight:700;text-anchor:middle}
        .name{fill:var(--ink);font-size:15px;font-weight:600;paint-order:stroke;stroke:var(--land);stroke-width:4px;stroke-linejoin:round}
        .left{text-anchor:end}.above,.below{text-anchor:middle}
        .map a{text-decoration:none}
        article,section>div{margin:0 0 1.5rem}
        .photos{display:flex;flex-wrap:wrap;gap:8px}
        .vertical .photos::after{content:"";flex:1e6 0 0}
        .photo{margin:0;flex:calc(var(--r)*10) 1 calc(var(--r)*170px);max-width:calc(var(--r)*300px)}
        .photo a{display:block;position:relative;border-radius:6px;overflow:hidden;background:var(--line)}
        .photo img{display:block;width:100%;height:auto;aspect-ratio:var(--r);object-fit:cover;transition:transform .35s}
        .photo a:hover img{transform:scale(1.025)}
        .large{flex:1 1 100%;max-width:min(100%,calc(var(--r)*80vh))}
        .length{position:absolute;right:8px;bottom:8px;background:rgba(0,0,0,.7);color:#fff;font-size:.8rem;line-height:1;padding:.3em .5em;border-radius:4px}
        .horizontal .photos{flex-wrap:nowrap;overflow-x:auto;scroll-snap-type:x proximity;padding-bottom:8px}
        .horizontal .photo{flex:none;width:calc(var(--r)*230px);max-width:85vw;scroll-snap-align:start}
        .horizontal .large{width:min(100%,calc(var(--r)*70vh));max-width:100%}
        .text{max-width:40rem;overflow-wrap:anywhere}.text p{margin:.8rem 0 .3rem}
        footer{margin-top:4rem;padding-top:1.5rem;padding-bottom:3rem;border-top:1px solid var(--line);color:var(--soft);font-size:.82rem;overflow-wrap:anywhere}
        footer h2{font-size:1rem;margin:0 0 .5rem}footer ol{margin:0 0 1rem;padding-left:1.6rem}
        .peek{border:0;padding:0;margin:0;background:rgba(10,10,11,.96);color:#eee;position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;overscroll-behavior:contain}
        .peek[open],.peek:target{display:grid;grid-template-rows:1fr auto;justify-items:center;align-items:center;z-index:2}
        .peek::backdrop{background:#0a0a0b}
        .peek img,.peek video{max-width:100vw;max-height:calc(100vh - 5.5rem);max-height:calc(100dvh - 5.5rem);object-fit:contain;min-height:0}
        .peek p{margin:0;padding:.9rem 3.5rem;font:.9rem/1.45 system-ui,sans-serif;text-align:center;overflow-wrap:anywhere;max-height:5.5rem;overflow:auto}
        .peek p a{color:#ffb4a0}
        .close,.back,.next{position:fixed;display:grid;place-items:center;width:48px;height:48px;color:#fff;background:rgba(0,0,0,.45);border-radius:50%;text-decoration:none;font:28px/1 system-ui,sans-serif}
        .crumbs,.pager{font:.9rem/1.5 system-ui,sans-serif;color:var(--soft);margin:0 0 .8rem;overflow-wrap:anywhere}
        .pager{margin:2rem 0 0;display:flex;gap:1.5rem;flex-wrap:wrap;align-items:baseline}.crumbs a,.pager a{padding:.3em 0}
        .albums{display:grid;gap:8px;grid-template-columns:repeat(auto-fill,minmax(min(45%,15rem),1fr))}.albums .photo{max-width:none}
        .albums a{height:100%;background:var(--card);border:1px solid var(--line);color:var(--ink);text-decoration:none}
        .about{display:block;padding:.6rem .8rem .7rem;font:.85rem/1.4 system-ui,sans-serif;color:var(--soft);overflow-wrap:anywhere}
        .about strong{display:block;font-size:1rem;color:var(--ink)}
        picture{display:contents}picture source{display:none}
        .viewer{background:#0a0a0b}
        .viewer .peek{display:grid;grid-template-rows:1fr auto;justify-items:center;align-items:center;position:static;height:auto;min-height:100vh;min-height:100dvh}
        .viewer .peek img{width:auto;height:auto}
        .viewer .peek p{max-height:none;padding:.2rem 1.25rem;max-width:46rem}
        .viewer .story img,.viewer .story video{max-height:calc(100vh - 9rem);max-height:calc(100dvh - 9rem)}
        .viewer .text{padding:.7rem 0 .9rem;max-width:100%;text-align:center}
        .viewer h1{font:600 1rem/1.4 system-ui,sans-serif;margin:0;padding:0 1.25rem;overflow-wrap:anywhere}
        .close{top:10px;right:10px}.back{left:10px;top:calc(50% - 48px)}.next{right:10px;top:calc(50% - 48px)}
        #hover{position:fixed;z-index:1;pointer-events:none;border-radius:10px;box-shadow:0 12px 48px rgba(0,0,0,.45);max-width:46vw;max-height:72vh}
        @media(max-width:34rem){body{font-size:16px}header{padding-top:2rem}.photo{flex-basis:calc(var(--r)*100px);max-width:calc(var(--r)*280px)}.large{max-width:100%}.vertical .photos::after{display:none}\
        .degrees{font-size:20px}.name{font-size:26px;transform:translate(10px,3px)}.left{transform:translate(-10px,3px)}.above{transform:translate(0,-10px)}.below{transform:translate(0,18px)}.wide{display:none}.number{font-size:22px}.mark{r:21px}}
        @media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}.photo img{transition:none}}
        @media print{.peek,#hover{display:none!important}.photo,article{break-inside:avoid}}
        """

    /// Returns the CSS for colors that suit a background color `#RRGGBB` in light and dark mode; an empty string for `nil`.
    static func colors(for background: String?) -> String {
        guard let background, let value = Int(background.dropFirst(), radix: 16) else { return "" }
        // The luminance is computed with a gamma of 2 instead of the WCAG 2 curve.
        func linear(_ shift: Int) -> Double {
            let part = Double(value >> shift & 255) / 255
            return part * part
        }
        let isLight = 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0) > 0.19
        let ink = isLight ? "#1d1b18" : "#f1eee8"
        return """
            :root{color-scheme:\(isLight ? "light" : "dark");--page:\(background);--ink:\(ink);\
            --soft:color-mix(in srgb,\(ink) 72%,\(background));--line:color-mix(in srgb,\(ink) 16%,\(background));\
            --sea:color-mix(in srgb,\(isLight ? "#fff" : "#000") 30%,\(background));\
            --land:color-mix(in srgb,\(ink) 8%,\(background));\
            --grid:color-mix(in srgb,\(ink) 14%,\(background));--accent:\(isLight ? "#8f2f1a" : "#ffa189");\
            --card:\(isLight ? "#fff" : "#141414")}
            """
    }
}

extension ShareTarget {
    /// The content security policy for a page that a service sends. The page has no origin, so it cannot access the service, and only its
    /// own script runs. The app shows the page in a frame. Links in the frame open in a new tab.
    package static let pagePolicy: String = {
        let hash = Base64.standard.encode(Array(SHA256.hash(data: Array(SharePage.script.utf8))))
        return
            "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data:; media-src data:; style-src 'unsafe-inline'; "
            + "script-src 'sha256-\(hash)'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    }()

    /// The content security policy for the page of a link, which loads pictures and videos from the service.
    package static let linkPolicy = pagePolicy.replacing("data:", with: "'self'")
}

extension SharePage {
    /// A page's script, which opens peeks by pointer or keyboard, and manages focus. If scripts are off, links open and close peeks.
    static let script = """
        (function(){
        var peeks=[].slice.call(document.querySelectorAll("dialog.peek")),hover=null,timer=0;
        if(!peeks.length||!peeks[0].showModal)return;
        function source(peek){var view=peek.querySelector("img,video");
        if(view.dataset.of&&!view.src)view.src=document.querySelector("#"+view.dataset.of+" img").src;
        return view.poster||view.src}
        function close(peek){var video=peek.querySelector("video");if(video)video.pause();if(peek.open)peek.close()}
        function show(number){unhover();peeks.forEach(close);var peek=peeks[number];if(!peek)return;
        source(peek);peek.showModal();peek.querySelector(".close").focus()}
        function unhover(){clearTimeout(timer);if(hover){hover.remove();hover=null}}
        function place(box){var wide=innerWidth,high=innerHeight,width=hover.offsetWidth,height=hover.offsetHeight;
        var left=box.right+12+width<wide?box.right+12:Math.max(8,box.left-12-width);
        hover.style.left=left+"px";hover.style.top=Math.max(8,Math.min(high-height-8,box.top+box.height/2-height/2))+"px"}
        document.querySelectorAll(".photo").forEach(function(photo,number){var link=photo.querySelector("a");
        link.addEventListener("click",function(event){event.preventDefault();show(number)});
        if(photo.classList.contains("large")||!matchMedia("(hover:hover)").matches)return;
        link.addEventListener("pointerenter",function(){timer=setTimeout(function(){
        hover=document.createElement("img");hover.id="hover";hover.alt="";hover.src=source(peeks[number]);
        document.body.append(hover);hover.decode().then(function(){if(hover)place(link.getBoundingClientRect())},unhover)},350)});
        link.addEventListener("pointerleave",unhover)});
        addEventListener("scroll",unhover,{passive:true});
        peeks.forEach(function(peek,number){var start=null;
        peek.querySelectorAll(".close,.back,.next").forEach(function(link){link.addEventListener("click",function(event){
        event.preventDefault();if(link.className==="close")peek.close();else show(number+(link.className==="next"?1:-1))})});
        peek.addEventListener("keydown",function(event){
        if(event.target.tagName==="VIDEO")return;
        if(event.key==="ArrowRight"&&number+1<peeks.length)show(number+1);
        if(event.key==="ArrowLeft"&&number>0)show(number-1)});
        peek.addEventListener("click",function(event){if(event.target===peek)peek.close()});
        peek.addEventListener("close",function(){var video=peek.querySelector("video");if(video)video.pause();
        document.querySelector("#i"+(number+1)+" a").focus()});
        peek.addEventListener("touchstart",function(event){start=event.touches.length===1?event.touches[0].clientX:null},{passive:true});
        peek.addEventListener("touchend",function(event){if(start===null)return;
        var way=event.changedTouches[0].clientX-start;start=null;
        if(way<-60&&number+1<peeks.length)show(number+1);else if(way>60&&number>0)show(number-1)})});
        var cover=document.querySelector(".cover");
        if(cover){cover.src=source(peeks[cover.dataset.item-1]);cover.hidden=false}
        var asked=/^#v(\\d+)$/.exec(location.hash);if(asked)show(asked[1]-1)
        })()
        """
}
