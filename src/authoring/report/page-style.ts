/** How pages look: in light and in dark, on narrow screens and on paper. Every colour of a text has a contrast of at least 4.5 to what is behind it. */
export const pageStyle = `
:root{color-scheme:light dark;--ground:#ffffff;--raised:#f6f8fa;--line:#c9d1d9;--text:#1c2128;--soft:#545d68;--link:#0550ae;--focus:#0969da;
--allow:#116329;--allow-ground:#dcf5e3;--ask:#0550ae;--ask-ground:#ddf0ff;--nudge:#6f4e00;--nudge-ground:#fff1c2;--deny:#a40e26;--deny-ground:#ffe5e3;--mixed:#512a97;--mixed-ground:#efe6ff}
@media (prefers-color-scheme:dark){:root{--ground:#0f1419;--raised:#182028;--line:#39434e;--text:#e6e9ed;--soft:#a5b0bb;--link:#79b8ff;--focus:#79b8ff;
--allow:#7ee2a0;--allow-ground:#12331d;--ask:#9ccbff;--ask-ground:#10304f;--nudge:#f2cc60;--nudge-ground:#3b2e05;--deny:#ffb1a8;--deny-ground:#471514;--mixed:#d2b8ff;--mixed-ground:#2f1d52}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",sans-serif}
header,main,footer,nav{max-width:76rem;margin:0 auto;padding:0 1.5rem}
header{padding-top:2rem}footer{padding-bottom:3rem;color:var(--soft)}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .5rem}h2{font-size:1.35rem;margin:1.75rem 0 .5rem;padding-top:.7rem;border-top:1px solid var(--line)}details.part{border:1px solid var(--line);border-radius:8px;padding:.35rem .9rem}
h3{font-size:1.05rem;margin:1.5rem 0 .4rem}
p{margin:.5rem 0;max-width:60rem}a{color:var(--link)}
code,pre,.code,textarea,input[type=text],input[type=search]{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.875em}
code{background:var(--raised);border-radius:4px;padding:.1em .3em;overflow-wrap:anywhere}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--ground);padding:.5rem 1rem;z-index:2}
.soft,.remark{color:var(--soft)}
nav ul{list-style:none;padding:0;margin:1rem 0 0;display:flex;flex-wrap:wrap;gap:.35rem 1.25rem}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.75rem;margin:1.25rem 0 0;padding:0;list-style:none}
.tiles li{background:var(--raised);border:1px solid var(--line);border-radius:8px;padding:.7rem .9rem}
.tiles strong{display:block;font-size:1.4rem;line-height:1.2}
.tiles .deny{border-color:var(--deny)}
.short{margin:.5rem 0}.short>div{display:grid;grid-template-columns:6.5rem minmax(0,1fr);gap:0 .75rem;padding:.1rem 0}.short dt{font-weight:600}.short dd{margin:0}
.pair{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 1.25rem;align-items:start}
.pair table{font-size:.875rem}.pair th,.pair td{padding:.25rem .6rem}.pair thead th{white-space:normal}
.find{display:flex;flex-wrap:wrap;gap:.35rem .75rem;align-items:center;margin:.5rem 0}.find label{font-weight:600}.find input[type=search]{width:min(24rem,100%)}
[hidden]{display:none!important}
.wide{overflow-x:auto;border:1px solid var(--line);border-radius:8px;margin:.75rem 0}
table{border-collapse:collapse;width:100%;font-size:.94rem}
caption{text-align:left;padding:.5rem .75rem;color:var(--soft)}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem;border-top:1px solid var(--line)}
thead th{border-top:0;background:var(--raised);font-weight:600;white-space:nowrap}
tbody th{font-weight:500}
caption+thead th{border-top:1px solid var(--line)}
.matrix th[scope=row]{position:sticky;left:0;background:var(--ground);font-weight:500}
.matrix thead th:first-child{position:sticky;left:0}
.effect{display:inline-block;white-space:nowrap;border-radius:4px;padding:0 .45em;font-size:.9em;font-weight:600}
.effect .sign{display:inline-block;min-width:1.1em}
.allow{color:var(--allow);background:var(--allow-ground)}.ask{color:var(--ask);background:var(--ask-ground)}.nudge{color:var(--nudge);background:var(--nudge-ground)}
.deny{color:var(--deny);background:var(--deny-ground)}.mixed,.doubt{color:var(--mixed);background:var(--mixed-ground)}
.mark{display:inline-block;border-radius:4px;padding:0 .45em;font-size:.9em;font-weight:600}
details{margin:.35rem 0}td>details{margin:0}td>details>summary{padding:0}summary{cursor:pointer;padding:.2rem 0}
details.program,details.file{border:1px solid var(--line);border-radius:8px;padding:.3rem .8rem}
details.program>summary,details.file>summary{font-weight:600;overflow-wrap:anywhere}
.ladder{list-style:none;padding-left:.75rem;margin:.25rem 0;border-left:2px solid var(--line)}
.ladder>li{padding:.15rem 0}.ladder ul{list-style:none;padding-left:1.5rem;margin:.1rem 0}
.number{color:var(--soft);font-size:.8em;display:inline-block;min-width:1.6em}
.ladder li:target,.lines :target{background:var(--nudge-ground)}
.lines{margin:.25rem 0;overflow-x:auto;tab-size:2}
.lines span{display:block;white-space:pre}.lines span::before{content:attr(data-line);display:inline-block;width:3.2em;margin-right:1em;text-align:right;color:var(--soft)}
.list{padding-left:1.2rem}.list li{margin:.35rem 0}
form.try{background:var(--raised);border:1px solid var(--line);border-radius:8px;padding:1rem}
.fields{display:flex;flex-wrap:wrap;gap:.75rem 1rem;align-items:end}
.fields label,.field label{display:block;font-size:.9rem;font-weight:600}
.field{margin-bottom:.75rem}.field label{margin-bottom:.35rem}.check{display:flex;gap:.5rem;align-items:center;padding-bottom:.45rem}.check label{font-weight:400}
input[type=text],input[type=search],textarea,select{width:100%;padding:.45rem .6rem;border:1px solid var(--soft);border-radius:6px;background:var(--ground);color:var(--text)}
textarea{min-height:4.2rem;resize:vertical}select{font:inherit;font-size:.9rem}
button{font:inherit;font-weight:600;padding:.45rem 1.1rem;border-radius:6px;border:1px solid var(--link);background:var(--link);color:var(--ground);cursor:pointer}
.answer{margin-top:1rem;min-height:1.5rem}.answer .verdict{font-size:1.1rem;margin:.25rem 0}.answer h3{margin-top:1rem}
.explanation section{border-top:1px solid var(--line);margin-top:1rem}.explanation h3{margin:.9rem 0 .2rem}.explanation h4{margin:.7rem 0 .1rem;font-size:.95rem}
.explanation ul{margin:.1rem 0}.explanation li{margin:.1rem 0}.steps{list-style:none;padding:0}.steps .truth{display:inline-block;min-width:5.5em;font-weight:600}
.plot{display:block;max-width:100%;height:auto;margin:.75rem 0;font-size:13px}.plot text{fill:var(--text)}
.bar{stroke:var(--line);stroke-width:.5}.bar.allow{fill:var(--allow)}.bar.ask{fill:var(--ask)}.bar.nudge{fill:var(--nudge)}.bar.deny{fill:var(--deny)}.bar.mixed{fill:var(--mixed)}.bar.soft{fill:var(--soft)}
.legend{list-style:none;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:.25rem 1rem}
@media (max-width:60rem){.pair{grid-template-columns:minmax(0,1fr)}}
@media (max-width:40rem){header,main,footer,nav{padding-left:1rem;padding-right:1rem}th,td{padding:.35rem .5rem;min-width:6.5rem}}
@media print{details::details-content{content-visibility:visible;block-size:auto}.tree{display:none}nav,form.try,.find,.skip{display:none}.wide{overflow:visible}}
`;
