/** The style and the script of the HTML report, which loads nothing else. */
export const STYLE = `
:root{color-scheme:light dark;--bg:#fafaf8;--card:#fff;--ink:#1d2129;--dim:#667085;--line:#e4e4e0;--code:#f3f3ef;--pass:#1a7f4b;--fail:#c7322b;--warn:#b26a00;--info:#2768b8;--na:#98a0ab;--blocked:#7d4bb3;--nottested:#a98600;--error:#8a1538}
@media(prefers-color-scheme:dark){:root{--bg:#14161a;--card:#1c1f25;--ink:#e6e8ec;--dim:#98a2b3;--line:#2c313a;--code:#12141a;--pass:#3fb97c;--fail:#f2665f;--warn:#e5a13d;--info:#6aa7ee;--na:#6b7480;--blocked:#b48be4;--nottested:#d6b43a;--error:#e0567c}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
.wrap{max-width:62rem;margin:0 auto;padding:0 1.25rem}
code,pre,.id{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.86em}
header{border-top:6px solid var(--c);background:var(--card);border-bottom:1px solid var(--line);padding:2rem 0 1.4rem}
header.conformant{--c:var(--pass)}header.non-conformant{--c:var(--fail)}header.inconclusive{--c:var(--nottested)}
header h1{margin:.1rem 0;font-size:2.3rem;line-height:1.15;letter-spacing:-.02em;color:var(--c)}
.over{margin:0;color:var(--dim);font-size:.86rem}
header p{margin:.3rem 0}.target code{font-size:1rem}
.bar{display:flex;gap:2px;height:12px;border-radius:6px;overflow:hidden;margin:1.2rem 0 .6rem}
.bar i{background:var(--k);min-width:4px}
.counts{list-style:none;display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;margin:0;padding:0;font-size:.92rem}
.pass{--k:var(--pass)}.fail{--k:var(--fail)}.warn{--k:var(--warn)}.info{--k:var(--info)}.na{--k:var(--na)}.blocked{--k:var(--blocked)}.nottested{--k:var(--nottested)}.error{--k:var(--error)}
.dot{display:inline-block;flex:none;width:.62em;height:.62em;border-radius:50%;background:var(--k);margin-right:.45em}
h2{font-size:1.25rem;margin:2.2rem 0 .8rem}.part{background:var(--card);border:1px solid var(--line);border-radius:10px;margin:.6rem 0;overflow:hidden}.part summary{display:flex;align-items:center;gap:.8rem;padding:.6rem .9rem;cursor:pointer}.part summary::-webkit-details-marker{display:none}.part summary b{flex:0 0 12rem;font-weight:600}.strip{flex:1;display:flex;flex-wrap:wrap;gap:3px}.strip i{width:9px;height:9px;border-radius:50%;background:var(--k)}.count{color:var(--dim);font-size:.86rem}
.causes{list-style:none;margin:0;padding:.7rem 1rem;background:var(--card);border:1px solid var(--line);border-radius:10px}
.causes li{display:flex;align-items:baseline;padding:.2rem 0}.causes span{min-width:0;overflow-wrap:anywhere}
.finding{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--k);border-radius:10px;margin:.6rem 0}
.finding summary{cursor:pointer;padding:.75rem 1rem;display:flex;gap:.7rem;align-items:baseline;flex-wrap:wrap;font-weight:600}
.finding summary::-webkit-details-marker{display:none}
.finding .body{padding:0 1rem 1rem}
.finding summary>span:nth-of-type(2){flex:1;min-width:14rem}.finding summary::after,.part summary::after{content:'›';color:var(--dim);font-size:1.2rem;line-height:1;transition:transform .15s}details[open]>summary::after{transform:rotate(90deg)}summary:focus-visible,button:focus-visible{outline:2px solid var(--info);outline-offset:2px}
.badge{background:var(--k);color:var(--card);border-radius:5px;padding:.05rem .5rem;font-size:.78rem;text-transform:uppercase;letter-spacing:.04em}
.flaky{border:1px dashed var(--k);color:var(--k);border-radius:5px;padding:0 .4rem;font-size:.78rem;font-weight:600}
.id{color:var(--dim);font-weight:500;white-space:nowrap}
blockquote{margin:.2rem 0 1rem;padding:.5rem 1rem;border-left:3px solid var(--line);color:var(--ink);font-style:italic;overflow-wrap:anywhere}
cite{display:block;font-style:normal;color:var(--dim);font-size:.84rem;margin-top:.2rem}
.diff{display:grid;grid-template-columns:6rem 1fr;gap:.35rem 1rem;margin:0}
.diff dt{color:var(--dim)}.diff dd{margin:0;overflow-wrap:anywhere}
.want code{color:var(--pass)}.got code{color:var(--fail);font-weight:600}
.warn .got code{color:var(--warn)}
.hint{margin:1rem 0}.hint small{display:block;color:var(--dim)}
.exchange{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:.8rem;margin:0 0 .8rem}
@media(max-width:50rem){.exchange{grid-template-columns:minmax(0,1fr)}}
figure{margin:0;min-width:0}figcaption{color:var(--dim);font-size:.84rem;margin-bottom:.2rem}
pre{margin:0;background:var(--code);border:1px solid var(--line);border-radius:8px;padding:.7rem .8rem;white-space:pre-wrap;overflow-wrap:anywhere;max-height:22rem;overflow:auto;line-height:1.45}
pre .name,pre small{color:var(--dim)}
mark{background:color-mix(in srgb,var(--k) 20%,transparent);color:inherit;border-radius:3px;box-shadow:0 0 0 2px color-mix(in srgb,var(--k) 20%,transparent)}
.hint::before{content:'Hint ';color:var(--dim)}blockquote code{font-style:normal;background:var(--code);padding:.05rem .3rem;border-radius:4px}
.shell{position:relative;margin-top:.5rem}.shell pre{padding-right:4.6rem;max-height:9rem}
button{font:inherit;font-size:.84rem;cursor:pointer;color:var(--ink);background:var(--card);border:1px solid var(--line);border-radius:7px;padding:.2rem .7rem}
button:hover{border-color:var(--dim)}button[aria-pressed=true]{background:var(--ink);color:var(--bg);border-color:var(--ink)}
.shell button{position:absolute;top:.45rem;right:.45rem}
.filter{display:flex;flex-wrap:wrap;gap:.4rem}
.tree{list-style:none;margin:0;padding:0}
.rule{display:grid;grid-template-columns:auto 6.2rem 1fr auto 5.6rem;gap:.2rem .6rem;align-items:baseline;padding:.42rem .9rem;border-top:1px solid var(--line)}
.rule .dot{margin:0}
.rule small{display:block;color:var(--dim)}
.level{color:var(--dim);font-size:.8rem;white-space:nowrap}.state{color:var(--k);font-size:.86rem;font-weight:600;text-align:right}
.rule.na .title,.rule.blocked .title{color:var(--dim)}
.rule a{color:var(--k)}
@media(max-width:40rem){.part summary b{flex-basis:8.5rem}.diff{grid-template-columns:1fr;gap:0 0}.diff dd{margin-bottom:.5rem}.rule{grid-template-columns:auto 1fr auto}.rule .title{grid-column:1/-1;order:9}.level{display:none}}
a{color:inherit}footer{color:var(--dim);font-size:.84rem;padding-top:2rem;padding-bottom:3rem}
@media print{.shell button,.filter{display:none}pre{max-height:none}}
`

export const SCRIPT = `
for(const b of document.querySelectorAll('.filter button'))b.onclick=()=>{for(const o of document.querySelectorAll('.filter button'))o.setAttribute('aria-pressed',o===b);const k=b.dataset.show;for(const r of document.querySelectorAll('.rule'))r.hidden=k!==''&&!r.classList.contains(k),r.style.display=r.hidden?'none':'';for(const p of document.querySelectorAll('.part')){const some=[...p.querySelectorAll('.rule')].some(r=>!r.hidden);p.style.display=some?'':'none';if(k!=='')p.open=some}}
for(const b of document.querySelectorAll('.shell button'))b.onclick=async()=>{try{await navigator.clipboard.writeText(b.nextElementSibling.textContent);b.textContent='Copied'}catch{getSelection().selectAllChildren(b.nextElementSibling);b.textContent='Selected'}setTimeout(()=>b.textContent='Copy',1500)}
const show=()=>{for(const m of document.querySelectorAll('details[open] mark')){const p=m.closest('pre');p.scrollTop=Math.max(0,m.offsetTop-p.offsetTop-p.clientHeight/3)}};document.addEventListener('toggle',show,true);show()
const open=()=>{const d=document.getElementById(location.hash.slice(1));if(d&&d.tagName==='DETAILS')d.open=true};addEventListener('hashchange',open);open()
`
