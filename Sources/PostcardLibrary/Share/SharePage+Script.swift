import PostcardCore
import PostcardCrypto

extension ShareTarget {
    /// The content security policy of a page that a service shows: the page has no origin, so that it reaches nothing of the service's, and
    /// no script runs but its own.
    package static let pagePolicy: String = {
        let hash = Base64.standard.encode(Array(SHA256.hash(data: Array(SharePage.script.utf8))))
        return "sandbox allow-scripts; default-src 'none'; img-src data:; media-src data:; style-src 'unsafe-inline'; "
            + "script-src 'sha256-\(hash)'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    }()
}

extension SharePage {
    /// Without it, peeks open and close by their links; with it they also do by hovering and by keys, and keep the focus.
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
        var asked=/^#v(\\d+)$/.exec(location.hash);if(asked)show(asked[1]-1)
        })()
        """
}
