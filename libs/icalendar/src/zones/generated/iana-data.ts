// Written by tools/zones/update.mjs.

/** The release of IANA's Time Zone Database, and the day of the package that it was taken from. */
export const RELEASE = { name: '2026f', date: '2026-10-28' } as const;

/** A zone each: its name, its offsets in seconds, its changes (tools/zones/tzif.mjs), and the rule that continues them. */
export const ZONES = `
Africa/Abidjan|-968,0|-u9rgl4:1|
Africa/Algiers|732,561,0,3600,7200|-154gb8c:1 afgo4r:2 2qx1nl:3 5luo0:2 8y800:3 a4tc0:2 7vc00:3 auqo0:2 7idc0:3 b7pc0:2 6sg00:3 cyo00:2 7ayo0:3 53c00:2 9idxc0:3 3i040:2 51mw0:3 253uk0:4 9o2k0:3 92040:4 8l3s0:3 jutc0:2 4uy840:3 3rdzw0:2 46xc00:3 7x6o0:2 2xco40:3 gkao0:4 9d440:3 kiqg0:2 9d440:3 9q2s0:2 9cyk0:3|
Africa/Bissau|-3740,-3600,0|-u9rek0:1 wvoyo0:2|
Africa/Cairo|7509,7200,10800|-1054wgl:1 krj48l:2 40d80:1 a31g0:2 7x3w0:1 a4w40:2 aqyk0:1 80ys0:2 b07w0:1 7tk40:2 b07w0:1 8jhg0:2 a8fw0:1 60go40:2 7el80:1 awo40:2 7v980:1 awqw0:2 7tk40:1 b07w0:2 7tk40:1 ayd80:2 7tk40:1 ayd80:2 7tk40:1 ayd80:2 7tk40:1 b07w0:2 7tk40:1 ayd80:2 7tk40:1 ayd80:2 7ves0:1 awik0:2 7ves0:1 ayd80:2 7ves0:1 awik0:2 7ves0:1 awik0:2 7ves0:1 awik0:2 7ves0:1 ayd80:2 7ves0:1 awik0:2 7ves0:1 awik0:2 7ves0:1 awik0:2 7ves0:1 ayd80:2 7ves0:1 awik0:2 7ves0:1 awik0:2 7ves0:1 awik0:2 7ves0:1 ayd80:2 7ves0:1 awik0:2 7ves0:1 f9x80:2 3i040:1 eluk0:2 462s0:1 ayd80:2 7ves0:1 awik0:2 7ves0:1 awik0:2 7ves0:1 awik0:2 7ves0:1 ayd80:2 7ves0:1 b5rw0:2 7m5g0:1 awik0:2 7ves0:1 awik0:2 7ves0:1 ayd80:2 7ves0:1 awik0:2 7ves0:1 awik0:2 7ves0:1 aqvs0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7k580:1 b5xg0:2 6u7w0:1 bvus0:2 6h980:1 c8tg0:2 64ak0:1 cyqs0:2 5anw0:1 1jms0:2 12t80:1 1w22s0:2 25p80:1 1sw40:2 2vmk0:1 4hbhg0:2|7200 10800 4.5.5.0 10.5.4.86400
Africa/Casablanca|-1820,0,3600|-tblt9g:1 di7nxg:2 3huk0:1 51k40:2 2znuk0:1 2dp9g0:2 776k0:1 8nt2s0:2 657w0:1 3ifxg0:2 3jp80:1 va040:2 4qak0:1 e1ms0:2 7pp80:1 cnms0:2 3afw0:1 2xi840:2 xqqk0:1 bp56s0:2 4qak0:1 e1ms0:2 45x80:1 d2g40:2 51ek0:1 c8tg0:2 64ak0:1 e1sc0:2 47uo0:1 1leo0:2 23xc0:1 asw00:2 3lmo0:1 1qyo0:2 40g00:1 7x6o0:2 4mo00:1 1stc0:2 4deo0:1 7x6o0:2 3ylc0:1 1stc0:2 51hc0:1 7x6o0:2 3lmo0:1 1stc0:2 5reo0:1 7k800:2 2vpc0:1 25s00:2 64dc0:1 7k800:2 2iqo0:1 1stc0:2 gkao0:1 1stc0:2 g7c00:1 25s00:2 g7c00:1 1stc0:2 g7c00:1 25s00:2 g7c00:1 1stc0:2 gkao0:1 1stc0:2 g7c00:1 25s00:2 g7c00:1 1stc0:2 9cyk0:1|
Africa/Ceuta|-1276,0,3600,7200|-100edc0:1 91vek0:2 7x3w0:1 2vt440:2 8sqs0:1 ssyk0:2 8n6s0:1 9px80:2 905g0:1 a2yo0:2 902o0:1 k69dc0:2 657w0:1 3ifxg0:2 3jp80:1 va040:2 4qak0:1 e1ms0:2 7pp80:1 cnms0:2 3afw0:1 2xi840:2 129us0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3|3600 7200 3.5.0.7200 10.5.0.10800
Africa/El_Aaiun|-3168,-3600,0,3600|-isdxk0:1 m2g0c0:2 vek0:3 4qak0:2 e1ms0:3 7pp80:2 cnms0:3 3afw0:2 fke5g0:3 4qak0:2 e1ms0:3 45x80:2 d2g40:3 51ek0:2 c8tg0:3 64ak0:2 e1sc0:3 47uo0:2 1leo0:3 23xc0:2 asw00:3 3lmo0:2 1qyo0:3 40g00:2 7x6o0:3 4mo00:2 1stc0:3 4deo0:2 7x6o0:3 3ylc0:2 1stc0:3 51hc0:2 7x6o0:3 3lmo0:2 1stc0:3 5reo0:2 7k800:3 2vpc0:2 25s00:3 64dc0:2 7k800:3 2iqo0:2 1stc0:3 gkao0:2 1stc0:3 g7c00:2 25s00:3 g7c00:2 1stc0:3 g7c00:2 25s00:3 g7c00:2 1stc0:3 gkao0:2 1stc0:3 g7c00:2 25s00:3 g7c00:2 1stc0:3 9cyk0:2|
Africa/Johannesburg|6720,5400,7200,10800|-14nj6io:1 5rpt0o:2 kn7o60:3 9cyk0:2 9d440:3 9cyk0:2|
Africa/Juba|7588,7200,10800|-kcrsis:1 kixuys:2 8l6k0:1 a4w40:2 8n180:1 a6qs0:2 8n180:1 a31g0:2 8ovw0:1 a16s0:2 8qqk0:1 9zc40:2 8sl80:1 9xhg0:2 8wak0:1 9ts40:2 8y580:1 a4w40:2 8n180:1 a31g0:2 8ovw0:1 a16s0:2 8sl80:1 9xhg0:2 8ufw0:1 9vms0:2 8wak0:1 9ts40:2 8y580:1 a4w40:2 8ovw0:1 a16s0:2 8qqk0:1 7frw40:2 azg180:1|
Africa/Khartoum|7808,7200,10800|-kcrsow:1 kixv4w:2 8l6k0:1 a4w40:2 8n180:1 a6qs0:2 8n180:1 a31g0:2 8ovw0:1 a16s0:2 8qqk0:1 9zc40:2 8sl80:1 9xhg0:2 8wak0:1 9ts40:2 8y580:1 a4w40:2 8n180:1 a31g0:2 8ovw0:1 a16s0:2 8sl80:1 9xhg0:2 8ufw0:1 9vms0:2 8wak0:1 9ts40:2 8y580:1 a4w40:2 8ovw0:1 a16s0:2 8qqk0:1 7frw40:2 9ac180:1|
Africa/Lagos|815,0,1800,3600|-xnxnan:1 1kdnan:0 2ve7dd:2 2yfgkn:3|
Africa/Maputo|7818,7200|-vu3fd6:1|
Africa/Monrovia|-2588,-2670,0|-qj6zc4:1 rl202a:2|
Africa/Nairobi|8836,9000,10800,9900|-w6p5hg:1 aiwqjg:2 sg1a0:1 3nbte0:3 2wu1z0:2|
Africa/Ndjamena|3612,3600,7200|-u9rk4c:1 zdk5cc:2 7iak0:1|
Africa/Sao_Tome|1616,-2205,0,3600|-18vsjww:1 em12kw:2 1jbm840:3 irxc0:2|
Africa/Tripoli|3164,3600,7200|-q3gfrw:1 gl6ajw:2 422c0:1 xado0:2 4bbo0:1 wrpg0:2 4s580:1 1kdpg0:2 c05bw0:1 4mqs0:2 9et80:1 9d440:2 9et80:1 9eys0:2 9et80:1 9mdg0:2 95jw0:1 9io40:2 9cyk0:1 99es0:2 9et80:1 9eys0:2 9et80:1 9d440:2 9et80:1 b2840:2 3cf3w0:1 9kis0:2 855s40:1 75eo0:2|
Africa/Tunis|2444,561,3600,7200|-1a9dr7w:1 fke44b:2 enxevl:3 b5uo0:2 53c00:3 u8w00:2 7x9g0:3 c8w80:2 7k800:3 z3w0:2 ew40:3 8bx80:2 9d440:3 9nx00:2 925o0:3 8l100:2 gi3440:3 7k800:2 b9k00:3 7vc00:2 51mw00:3 5ytc0:2 9d1c0:3 9d1c0:2 b9k00:3 7thc0:2 7m0tc0:3 7tk40:2 93us0:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2|
Africa/Windhoek|4104,5400,7200,10800,3600|-14nj4i0:1 5rpr00:2 kn7o60:3 9cyk0:2 qm87w0:4 8lho0:2 ast80:4 7x9g0:2 b5rw0:4 7kas0:2 b5rw0:4 7x9g0:2 ast80:4 7x9g0:2 ast80:4 7x9g0:2 ast80:4 7x9g0:2 ast80:4 7x9g0:2 b5rw0:4 7kas0:2 b5rw0:4 7x9g0:2 ast80:4 7x9g0:2 ast80:4 7x9g0:2 ast80:4 7x9g0:2 ast80:4 7x9g0:2 b5rw0:4 7x9g0:2 ast80:4 7x9g0:2 ast80:4 7x9g0:2 ast80:4 7x9g0:2 ast80:4 7x9g0:2 b5rw0:4 7kas0:2 b5rw0:4 7x9g0:2 ast80:4 7x9g0:2 ast80:4 7x9g0:2 ast80:4 7x9g0:2|
America/Adak|44002,-42398,-39600,-36000,-32400|-1hc7qjz:1 h4z1xp:2 ln70qa:3 1wd180:2 cawis0:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 3lpg0:3 f4d80:2 64g40:3 clmk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 905g0:3 j2yk0:4 9cyk0:3 9d440:4 9cyk0:3 9d440:4 9cyk0:3 8a840:4 afuk0:3 8a840:4 ast80:3 7x9g0:4 ast80:3 7x9g0:4 ast80:3 8a840:4 afuk0:3 8a840:4 afuk0:3 8a840:4 ast80:3 7x9g0:4 ast80:3 7x9g0:4 ast80:3 8a840:4 afuk0:3 8a840:4 afuk0:3 8a840:4 afuk0:3 8a840:4 ast80:3 7x9g0:4 ast80:3 7x9g0:4 ast80:3 8a840:4 afuk0:3 8a840:4 afuk0:3 8a840:4 ast80:3 7x9g0:4 ast80:3 7x9g0:4 ast80:3 6udg0:4|-36000 -32400 3.2.0.7200 11.1.0.7200
America/Anchorage|50424,-35976,-36000,-32400,-28800|-1hc7qjz:1 h4ywzb:2 ln72wo:3 1wd180:2 cawis0:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 3lpg0:3 f4d80:2 64g40:3 clmk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 905g0:3 j2yk0:4 9cyk0:3 9d440:4 9cyk0:3 9d440:4 9cyk0:3 8a840:4 afuk0:3 8a840:4 ast80:3 7x9g0:4 ast80:3 7x9g0:4 ast80:3 8a840:4 afuk0:3 8a840:4 afuk0:3 8a840:4 ast80:3 7x9g0:4 ast80:3 7x9g0:4 ast80:3 8a840:4 afuk0:3 8a840:4 afuk0:3 8a840:4 afuk0:3 8a840:4 ast80:3 7x9g0:4 ast80:3 7x9g0:4 ast80:3 8a840:4 afuk0:3 8a840:4 afuk0:3 8a840:4 ast80:3 7x9g0:4 ast80:3 7x9g0:4 ast80:3 6udg0:4|-32400 -28800 3.2.0.7200 11.1.0.7200
America/Araguaina|-11568,-10800,-7200|-t85j2o:1 99k8mo:2 9a9c0:1 9io40:2 99980:1 8p65g0:2 6zuo0:1 bs2o0:2 67zw0:1 cjxg0:2 69uk0:1 cjxg0:2 4ml80:1 5mf440:2 49mk0:1 haas0:2 33180:1 cjxg0:2 4mo00:1 clpc0:2 66580:1 cls40:2 67zw0:1 981s40:2 6u7w0:1 biw40:2 5rbw0:1 d0lg0:2 5ed80:1 cyqs0:2 5ed80:1 dbpg0:2 64ak0:1 2yl440:2 64ak0:1 c8tg0:2 6u7w0:1 bxpg0:2 7iak0:1 biw40:2 6u7w0:1 biw40:2 7k580:1 biw40:2 6u7w0:1 c8tg0:2 6h980:1 dbpg0:2 5ed80:1 51udg0:2 64ak0:1|
America/Argentina/Buenos_Aires|-14028,-15408,-14400,-10800,-7200|-138aaic:1 db2bqc:2 5iv8k0:3 67zw0:2 a4w40:3 73h80:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 67zw0:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 67zw0:2 6a040:3 hy7w0:2 6a040:3 xovw0:2 3uys0:3 18nbw0:2 b0dg0:3 8ve2k0:2 3uys0:3 3yik0:2 bqas0:3 71mk0:2 bqas0:3 71mk0:2 bqas0:3 8ovw0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 28t6k0:4 51ek0:3 7m2qs0:4 4tzw0:3 biw40:4 776k0:3 bvus0:4 6u7w0:3 bvus0:4 6u7w0:3 bvus0:4 776k0:3 7qcg40:4 3yik0:3 b5xg0:4 7k580:3|
America/Argentina/Catamarca|-15788,-15408,-14400,-10800,-7200|-138a95g:1 db2adg:2 5iv8k0:3 67zw0:2 a4w40:3 73h80:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 67zw0:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 67zw0:2 6a040:3 hy7w0:2 6a040:3 xovw0:2 3uys0:3 18nbw0:2 b0dg0:3 8ve2k0:2 3uys0:3 3yik0:2 bqas0:3 71mk0:2 bqas0:3 71mk0:2 bqas0:3 8ovw0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 28t6k0:4 51ek0:3 7m2qs0:4 4tzw0:3 biw40:4 776k0:3 bvus0:4 6u7w0:2 bvxk0:4 6u540:3 bvus0:4 776k0:3 5v42s0:2 z9g0:3 1u93w0:4 3yik0:3|
America/Argentina/Cordoba|-15408,-14400,-10800,-7200|-px7ys0:1 5iv8k0:2 67zw0:1 a4w40:2 73h80:1 cls40:2 66580:1 cls40:2 66580:1 cls40:2 66580:1 cls40:2 67zw0:1 cls40:2 66580:1 cls40:2 66580:1 cls40:2 66580:1 cls40:2 67zw0:1 6a040:2 hy7w0:1 6a040:2 xovw0:1 3uys0:2 18nbw0:1 b0dg0:2 8ve2k0:1 3uys0:2 3yik0:1 bqas0:2 71mk0:1 bqas0:2 71mk0:1 bqas0:2 8ovw0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 9d440:2 28t6k0:3 51ek0:2 7m2qs0:3 4tzw0:2 biw40:3 776k0:2 bvus0:3 6u7w0:1 bvxk0:3 6u540:2 bvus0:3 776k0:2 7qcg40:3 3yik0:2 b5xg0:3 7k580:2|
America/Argentina/Jujuy|-15672,-15408,-14400,-10800,-7200|-138a98o:1 db2ago:2 5iv8k0:3 67zw0:2 a4w40:3 73h80:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 67zw0:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 67zw0:2 6a040:3 hy7w0:2 6a040:3 xovw0:2 3uys0:3 18nbw0:2 b0dg0:3 8ve2k0:2 3uys0:3 3yik0:2 bqas0:3 71mk0:2 bqas0:3 71mk0:2 bqas0:3 8ovw0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 28t6k0:4 51ek0:3 7m2qs0:4 4tzw0:3 biw40:4 776k0:2 c8w80:3 776k0:2 ag040:4 7k2g0:3 bvus0:4 776k0:3 7qcg40:4 3yik0:3|
America/Argentina/La_Rioja|-16044,-15408,-14400,-10800,-7200|-138a8yc:1 db2a6c:2 5iv8k0:3 67zw0:2 a4w40:3 73h80:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 67zw0:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 67zw0:2 6a040:3 hy7w0:2 6a040:3 xovw0:2 3uys0:3 18nbw0:2 b0dg0:3 8ve2k0:2 3uys0:3 3yik0:2 bqas0:3 71mk0:2 bqas0:3 71mk0:2 bqas0:3 8ovw0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 28t6k0:4 51ek0:3 7m2qs0:4 4tzw0:3 biw40:4 776k0:3 bvus0:4 6qik0:2 3g880:3 8jbw0:4 6u7w0:3 bvus0:4 776k0:3 5v42s0:2 z9g0:3 1u93w0:4 3yik0:3|
America/Argentina/Mendoza|-16516,-15408,-14400,-10800,-7200|-138a8l8:1 db29t8:2 5iv8k0:3 67zw0:2 a4w40:3 73h80:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 67zw0:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 67zw0:2 6a040:3 hy7w0:2 6a040:3 xovw0:2 3uys0:3 18nbw0:2 b0dg0:3 8ve2k0:2 3uys0:3 3yik0:2 bqas0:3 71mk0:2 bqas0:3 71mk0:2 bqas0:3 8ovw0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 28t6k0:4 51ek0:3 7m2qs0:4 4tzw0:3 biw40:4 776k0:2 bktk0:3 71mk0:2 bqas0:3 73h80:2 bvus0:4 773s0:3 5unes0:2 6hes0:3 1p7mk0:4 3yik0:3|
America/Argentina/Rio_Gallegos|-16612,-15408,-14400,-10800,-7200|-138a8ik:1 db29qk:2 5iv8k0:3 67zw0:2 a4w40:3 73h80:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 67zw0:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 67zw0:2 6a040:3 hy7w0:2 6a040:3 xovw0:2 3uys0:3 18nbw0:2 b0dg0:3 8ve2k0:2 3uys0:3 3yik0:2 bqas0:3 71mk0:2 bqas0:3 71mk0:2 bqas0:3 8ovw0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 28t6k0:4 51ek0:3 7m2qs0:4 4tzw0:3 biw40:4 776k0:3 bvus0:4 6u7w0:3 bvus0:4 6u7w0:3 bvus0:4 776k0:3 5v42s0:2 z9g0:3 1u93w0:4 3yik0:3|
America/Argentina/Salta|-15700,-15408,-14400,-10800,-7200|-138a97w:1 db2afw:2 5iv8k0:3 67zw0:2 a4w40:3 73h80:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 67zw0:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 67zw0:2 6a040:3 hy7w0:2 6a040:3 xovw0:2 3uys0:3 18nbw0:2 b0dg0:3 8ve2k0:2 3uys0:3 3yik0:2 bqas0:3 71mk0:2 bqas0:3 71mk0:2 bqas0:3 8ovw0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 28t6k0:4 51ek0:3 7m2qs0:4 4tzw0:3 biw40:4 776k0:3 bvus0:4 6u7w0:2 bvxk0:4 6u540:3 bvus0:4 776k0:3 7qcg40:4 3yik0:3|
America/Argentina/San_Juan|-16444,-15408,-14400,-10800,-7200|-138a8n8:1 db29v8:2 5iv8k0:3 67zw0:2 a4w40:3 73h80:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 67zw0:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 67zw0:2 6a040:3 hy7w0:2 6a040:3 xovw0:2 3uys0:3 18nbw0:2 b0dg0:3 8ve2k0:2 3uys0:3 3yik0:2 bqas0:3 71mk0:2 bqas0:3 71mk0:2 bqas0:3 8ovw0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 28t6k0:4 51ek0:3 7m2qs0:4 4tzw0:3 biw40:4 776k0:3 bvus0:4 6qik0:2 3g880:3 8jbw0:4 6u7w0:3 bvus0:4 776k0:3 5v2840:2 2txg0:3 1sgak0:4 3yik0:3|
America/Argentina/San_Luis|-15924,-15408,-14400,-10800,-7200|-138a91o:1 db2a9o:2 5iv8k0:3 67zw0:2 a4w40:3 73h80:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 67zw0:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 67zw0:2 6a040:3 hy7w0:2 6a040:3 xovw0:2 3uys0:3 18nbw0:2 b0dg0:3 8ve2k0:2 3uys0:3 3yik0:2 bqas0:3 71mk0:2 bqas0:3 71mk0:2 bqas0:3 8ovw0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 28t6k0:4 51ek0:3 7m2qs0:4 4tzw0:3 biw40:4 7pp80:2 b2aw0:3 71mk0:2 4qg40:3 6s8ik0:2 2txg0:3 1sgak0:4 14nw0:3 2gys0:2 b5xg0:3 7k580:2 b5xg0:3|
America/Argentina/Tucuman|-15652,-15408,-14400,-10800,-7200|-138a998:1 db2ah8:2 5iv8k0:3 67zw0:2 a4w40:3 73h80:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 67zw0:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 67zw0:2 6a040:3 hy7w0:2 6a040:3 xovw0:2 3uys0:3 18nbw0:2 b0dg0:3 8ve2k0:2 3uys0:3 3yik0:2 bqas0:3 71mk0:2 bqas0:3 71mk0:2 bqas0:3 8ovw0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 28t6k0:4 51ek0:3 7m2qs0:4 4tzw0:3 biw40:4 776k0:3 bvus0:4 6u7w0:2 bvxk0:4 6u540:3 bvus0:4 776k0:3 5v42s0:2 mas0:3 1um2k0:4 3yik0:3 b5xg0:4 7k580:3|
America/Argentina/Ushuaia|-16392,-15408,-14400,-10800,-7200|-138a8oo:1 db29wo:2 5iv8k0:3 67zw0:2 a4w40:3 73h80:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 67zw0:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 66580:2 cls40:3 67zw0:2 6a040:3 hy7w0:2 6a040:3 xovw0:2 3uys0:3 18nbw0:2 b0dg0:3 8ve2k0:2 3uys0:3 3yik0:2 bqas0:3 71mk0:2 bqas0:3 71mk0:2 bqas0:3 8ovw0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 28t6k0:4 51ek0:3 7m2qs0:4 4tzw0:3 biw40:4 776k0:3 bvus0:4 6u7w0:3 bvus0:4 6u7w0:3 bvus0:4 776k0:3 5v0dg0:2 12ys0:3 1u93w0:4 3yik0:3|
America/Asuncion|-13840,-14400,-10800|-jy93zk:1 ldwofk:2 s4vw0:1 s6w40:2 7tek0:1 b0dg0:2 7rjw0:1 b0dg0:2 7rjw0:1 b0dg0:2 9cyk0:1 9eys0:2 9et80:1 9eys0:2 9cyk0:1 9eys0:2 9cyk0:1 9eys0:2 9cyk0:1 9eys0:2 9et80:1 9eys0:2 9cyk0:1 9eys0:2 9cyk0:1 9eys0:2 9cyk0:1 9eys0:2 9et80:1 9eys0:2 9cyk0:1 ahus0:2 8a2k0:1 9eys0:2 9cyk0:1 9o840:2 7k580:1 b7s40:2 93p80:1 9gtg0:2 7nuk0:1 b42s0:2 7lzw0:1 b5xg0:2 7tek0:1 b9ms0:2 776k0:1 biw40:2 7k580:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 9cyk0:1 7kas0:2 b5rw0:1 7x9g0:2 ast80:1 a31g0:2 7k580:1 b5xg0:2 7k580:1 b5xg0:2 7k580:1 biw40:2 776k0:1 biw40:2 776k0:1 biw40:2 8zzw0:1 905g0:2 9px80:1 905g0:2 9px80:1 9d440:2 8n180:1 a31g0:2 8n180:1 a31g0:2 8n180:1 a31g0:2 8zzw0:1 9q2s0:2 8zzw0:1 9q2s0:2 8zzw0:1 a31g0:2 8n180:1 a31g0:2 8n180:1 a31g0:2 8zzw0:1 9q2s0:2 8zzw0:1 9q2s0:2 8zzw0:1 9q2s0:2 8zzw0:1 a31g0:2|
America/Bahia_Banderas|-25260,-25200,-21600,-18000|-p1u4k0:1 2u5s00:2 1si580:1 8jhg0:2 7x3w0:1 9eys0:2 591h80:1 s5qoc0:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 9q2s0:2 7k580:1 9q2s0:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:3 asqg0:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2|
America/Bahia|-9244,-10800,-7200|-t85kv8:1 99kaf8:2 9a9c0:1 9io40:2 99980:1 8p65g0:2 6zuo0:1 bs2o0:2 67zw0:1 cjxg0:2 69uk0:1 cjxg0:2 4ml80:1 5mf440:2 49mk0:1 haas0:2 33180:1 cjxg0:2 4mo00:1 clpc0:2 66580:1 cls40:2 67zw0:1 981s40:2 6u7w0:1 biw40:2 5rbw0:1 d0lg0:2 5ed80:1 cyqs0:2 5ed80:1 dbpg0:2 64ak0:1 cyqs0:2 64ak0:1 cls40:2 5rbw0:1 dbpg0:2 51ek0:1 dbpg0:2 6h980:1 c8tg0:2 6h980:1 c8tg0:2 64ak0:1 c8tg0:2 6u7w0:1 bxpg0:2 7iak0:1 biw40:2 6u7w0:1 biw40:2 7k580:1 biw40:2 6u7w0:1 c8tg0:2 6h980:1 dbpg0:2 5ed80:1 4irc40:2 6u7w0:1|
America/Barbados|-14309,-14400,-10800,-12600|-ug8iaj:1 fzq06j:2 6w840:1 cjrw0:2 6hes0:1 b7mk0:3 7ves0:1 h3dpc0:2 5rbw0:1 a31g0:2 8n180:1 a31g0:2 8n180:1 ag040:2 84ik0:1|
America/Belem|-11636,-10800,-7200|-t85j0s:1 99k8ks:2 9a9c0:1 9io40:2 99980:1 8p65g0:2 6zuo0:1 bs2o0:2 67zw0:1 cjxg0:2 69uk0:1 cjxg0:2 4ml80:1 5mf440:2 49mk0:1 haas0:2 33180:1 cjxg0:2 4mo00:1 clpc0:2 66580:1 cls40:2 67zw0:1 981s40:2 6u7w0:1 biw40:2 5rbw0:1 d0lg0:2 5ed80:1|
America/Belize|-21168,-21600,-19800,-18000|-u52ic0:1 3edkc0:2 6ham0:1 c8s20:2 6u9a0:1 bvte0:2 6u9a0:1 bvte0:2 6u9a0:1 c8s20:2 6ham0:1 c8s20:2 6ham0:1 c8s20:2 6u9a0:1 bvte0:2 6u9a0:1 bvte0:2 6u9a0:1 bvte0:2 6u9a0:1 c8s20:2 6ham0:1 c8s20:2 6ham0:1 c8s20:2 6u9a0:1 bvte0:2 6u9a0:1 bvte0:2 6u9a0:1 c8s20:2 6ham0:1 c8s20:2 6ham0:1 c8s20:2 6ham0:1 c8s20:2 6u9a0:1 bvte0:2 6u9a0:1 bvte0:2 6u9a0:1 c8s20:2 6ham0:1 c8s20:2 6ham0:1 c8s20:2 6u9a0:1 6uc20:3 1t67w0:1 xulg0:2 6u9a0:1 bvte0:2 6u9a0:1 bvte0:2 6u9a0:1 c8s20:2 6ham0:1 c8s20:2 6ham0:1 c8s20:2 6u9a0:1 bvte0:2 6u9a0:1 bvte0:2 6u9a0:1 bvte0:2 6u9a0:1 c8s20:2 6ham0:1 c8s20:2 6ham0:1 c8s20:2 6u9a0:1 bvte0:2 6u9a0:1 bvte0:2 6u9a0:1 c8s20:2 6ham0:1 c8s20:2 6ham0:1 c8s20:2 6ham0:1 c8s20:2 6u9a0:1 bvte0:2 6u9a0:1 bvte0:2 6u9a0:1 c8s20:2 6ham0:1 319de0:3 3e580:1 4mcys0:3 2vmk0:1|
America/Boa_Vista|-14560,-14400,-10800|-t85grk:1 99k93k:2 9a9c0:1 9io40:2 99980:1 8p65g0:2 6zuo0:1 bs2o0:2 67zw0:1 cjxg0:2 69uk0:1 cjxg0:2 4ml80:1 5mf440:2 49mk0:1 haas0:2 33180:1 cjxg0:2 4mo00:1 clpc0:2 66580:1 cls40:2 67zw0:1 981s40:2 6u7w0:1 biw40:2 5rbw0:1 d0lg0:2 5ed80:1 62xk40:2 7k580:1 biw40:2 cvw0:1|
America/Bogota|-17776,-18000,-14400|-srdoy8:1 14ezmu8:2 egak0:1|
America/Boise|-27889,-28800,-25200,-21600|-18y0gg0:1 hxltk0:2 ast80:1 7x9g0:2 ast80:1 1um840:2 9s7jw0:3 1wd180:2 b9gdg0:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 51k40:3 doik0:2 64g40:3 clmk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 6udg0:3|-25200 -21600 3.2.0.7200 11.1.0.7200
America/Cambridge_Bay|0,-25200,-21600,-18000|-q3gdc0:1 bjeec0:2 1wd180:1 dvfpg0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ipzw0:3 b5mc0:2 idcc0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 6udg0:2|-25200 -21600 3.2.0.7200 11.1.0.7200
America/Campo_Grande|-13108,-14400,-10800|-t85hvw:1 99ka7w:2 9a9c0:1 9io40:2 99980:1 8p65g0:2 6zuo0:1 bs2o0:2 67zw0:1 cjxg0:2 69uk0:1 cjxg0:2 4ml80:1 5mf440:2 49mk0:1 haas0:2 33180:1 cjxg0:2 4mo00:1 clpc0:2 66580:1 cls40:2 67zw0:1 981s40:2 6u7w0:1 biw40:2 5rbw0:1 d0lg0:2 5ed80:1 cyqs0:2 5ed80:1 dbpg0:2 64ak0:1 cyqs0:2 64ak0:1 cls40:2 5rbw0:1 dbpg0:2 51ek0:1 dbpg0:2 6h980:1 c8tg0:2 6h980:1 c8tg0:2 64ak0:1 c8tg0:2 6u7w0:1 bxpg0:2 7iak0:1 biw40:2 6u7w0:1 biw40:2 7k580:1 biw40:2 6u7w0:1 c8tg0:2 6h980:1 dbpg0:2 5ed80:1 cls40:2 64ak0:1 dfes0:2 5nmk0:1 c8tg0:2 6h980:1 dbpg0:2 5rbw0:1 bvus0:2 6h980:1 cls40:2 64ak0:1 cls40:2 6h980:1 c8tg0:2 6h980:1 c8tg0:2 6u7w0:1 c8tg0:2 64ak0:1 cls40:2 64ak0:1 cls40:2 6h980:1 c8tg0:2 6h980:1 c8tg0:2 6h980:1 c8tg0:2 6h980:1 dbpg0:2 5ed80:1|
America/Cancun|-20824,-21600,-18000,-14400|-p1u7c0:1 vb0dk0:2 j8d00:1 6x2wc0:2 afuk0:1 8a840:2 ipzw0:3 64ak0:2 4bms0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 9q2s0:2 7k580:1 9q2s0:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 51k40:2|
America/Caracas|-16064,-16060,-16200,-14400|-15r0wxs:1 bjfjzw:2 rlo83w:3 meoxm0:2 4dps00:3|
America/Cayenne|-12560,-14400,-10800|-uj7yb4:1 tcw6r4:2|
America/Chicago|-21036,-21600,-18000|-18y0m00:1 hxltk0:2 ast80:1 7x9g0:2 ast80:1 bvus0:2 776k0:1 7kas0:2 b5rw0:1 9d440:2 7k580:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7k580:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 7x9g0:2 dbjw0:1 8a840:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7k580:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 6w840:2 1wd180:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7k580:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 3lpg0:2 f4d80:1 64g40:2 clmk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 6udg0:2|-21600 -18000 3.2.0.7200 11.1.0.7200
America/Chihuahua|-25460,-25200,-21600,-18000|-p1u4k0:1 2u5s00:2 1si580:1 8jhg0:2 7x3w0:1 9eys0:2 xes2s0:3 afuk0:2 8a840:3 afuk0:2 iq5g0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 9q2s0:2 7k580:1 9q2s0:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2|
America/Ciudad_Juarez|-25556,-25200,-21600,-18000|-p1u4k0:1 2u5s00:2 1si580:1 8jhg0:2 7x3w0:1 9eys0:2 xes2s0:3 afuk0:2 8a840:3 afuk0:2 iq5g0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 9q2s0:2 7k580:1 9q2s0:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 77c40:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6udg0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6udg0:2 c8nw0:1 6hes0:2 dgyc0:1|-25200 -21600 3.2.0.7200 11.1.0.7200
America/Costa_Rica|-20173,-21600,-18000|-pjw8fn:1 ubtl3n:2 51ek0:1 doo40:2 51ek0:1 5jso40:2 8drw0:1 acas0:2 2xh80:1|
America/Coyhaique|-17296,-16965,-18000,-14400,-10800|-15r0vzk:1 ag6l2t:2 3dlssr:1 157b79:3 f4e0r:1 49hzb9:3 aye0r:2 7ves0:3 awik0:2 7ves0:3 awik0:2 7ves0:3 awik0:2 7ves0:3 ayd80:2 7ves0:3 534ik0:2 351g0:3 2fnh80:2 2mg00:3 b73400:4 7k580:3 c8tg0:4 6h980:3 a31g0:4 7x3w0:3 asys0:4 7x3w0:3 b5xg0:4 7k580:3 ag040:4 8a2k0:3 b5xg0:4 7k580:3 b5xg0:4 7x3w0:3 asys0:4 7x3w0:3 asys0:4 7x3w0:3 b5xg0:4 7k580:3 b5xg0:4 7k580:3 b5xg0:4 7x3w0:3 asys0:4 7x3w0:3 asys0:4 7x3w0:3 asys0:4 7x3w0:3 b5xg0:4 7k580:3 b5xg0:4 7k580:3 b5xg0:4 9cyk0:3 9d440:4 7x3w0:3 asys0:4 7x3w0:3 b5xg0:4 7k580:3 9q2s0:4 8zzw0:3 b5xg0:4 7x3w0:3 asys0:4 7x3w0:3 asys0:4 7x3w0:3 asys0:4 7x3w0:3 b5xg0:4 7k580:3 b5xg0:4 8n180:3 a31g0:4 7x3w0:3 a31g0:4 9px80:3 9q2s0:4 7x3w0:3 b5xg0:4 7k580:3 b5xg0:4 7k580:3 b5xg0:4 7k580:3 b5xg0:4 7x3w0:3 asys0:4 7x3w0:3 asys0:4 7x3w0:3 b5xg0:4 7k580:3 b5xg0:4 8n180:3 a31g0:4 7x3w0:3 asys0:4 8zzw0:3 9q2s0:4 ast80:3 5eis0:4 cyl80:3 6hes0:4 c8nw0:3 6udg0:4 bvp80:3 6udg0:4 vonw0:3 4olg0:4 e1h80:3 4olg0:4 e1h80:3 4olg0:4 c8nw0:3 7x9g0:4 ast80:3 7x9g0:4 ast80:3 7x9g0:4 ast80:3 8a840:4 afuk0:3 7x9g0:4 b5rw0:3 7x9g0:4|
America/Cuiaba|-13460,-14400,-10800|-t85hm4:1 99k9y4:2 9a9c0:1 9io40:2 99980:1 8p65g0:2 6zuo0:1 bs2o0:2 67zw0:1 cjxg0:2 69uk0:1 cjxg0:2 4ml80:1 5mf440:2 49mk0:1 haas0:2 33180:1 cjxg0:2 4mo00:1 clpc0:2 66580:1 cls40:2 67zw0:1 981s40:2 6u7w0:1 biw40:2 5rbw0:1 d0lg0:2 5ed80:1 cyqs0:2 5ed80:1 dbpg0:2 64ak0:1 cyqs0:2 64ak0:1 cls40:2 5rbw0:1 dbpg0:2 51ek0:1 dbpg0:2 6h980:1 c8tg0:2 6h980:1 c8tg0:2 64ak0:1 c8tg0:2 6u7w0:1 bxpg0:2 7iak0:1 biw40:2 6u7w0:1 biw40:2 7k580:1 biw40:2 6u7w0:1 c8tg0:2 6h980:1 dbpg0:2 5ed80:1 w5hg0:2 5nmk0:1 c8tg0:2 6h980:1 dbpg0:2 5rbw0:1 bvus0:2 6h980:1 cls40:2 64ak0:1 cls40:2 6h980:1 c8tg0:2 6h980:1 c8tg0:2 6u7w0:1 c8tg0:2 64ak0:1 cls40:2 64ak0:1 cls40:2 6h980:1 c8tg0:2 6h980:1 c8tg0:2 6h980:1 c8tg0:2 6h980:1 dbpg0:2 5ed80:1|
America/Danmarkshavn|-4480,-10800,-7200,0|-rvusjk:1 x8nx3k:2 8zrk0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 53hk0:3|
America/Dawson_Creek|-28856,-28800,-25200|-18vrweg:1 hw36ug:2 a2vw0:1 c5jxg0:2 1wd180:1 tj1g0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7k580:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7k580:1 b5xg0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2|
America/Dawson|-33460,-32400,-28800,-25200|-1079suk:1 97l62k:2 a2vw0:1 asys0:2 882c0:1 bmiwc0:2 1wd180:1 a7n3w0:3 9q000:1 465k00:2 3e2is0:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 6udg0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6udg0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6udg0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3|
America/Denver|-25196,-25200,-21600|-18y0j80:1 hxltk0:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 b5rw0:1 7kas0:2 2vmk0:1 ataw40:2 1wd180:1 a7n9g0:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 3lpg0:2 f4d80:1 64g40:2 clmk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 6udg0:2|-25200 -21600 3.2.0.7200 11.1.0.7200
America/Detroit|-19931,-21600,-18000,-14400|-xx8dyd:1 5eraud:2 dyeyk0:3 1wd180:2 1c9440:3 7x3w0:2 9rlbxo:3 71s2c:2 9d440:3 9cyk0:2 2cmdg0:3 9cyk0:2 3lpg0:3 f4d80:2 9d440:3 9cyk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 6udg0:3|-18000 -14400 3.2.0.7200 11.1.0.7200
America/Edmonton|-27232,-25200,-21600|-x1yazk:1 629ink:2 a2vw0:1 8n6s0:2 29ek0:1 h6lg0:2 9px80:1 905g0:2 7x3w0:1 b5xg0:2 7k580:1 b5xg0:2 7x3w0:1 9l0g40:2 1wd180:1 tj1g0:2 7x3w0:1 ctzk40:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 6udg0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6udg0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6udg0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6udg0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2|
America/Eirunepe|-16768,-18000,-14400|-t85f28:1 99ka68:2 9a9c0:1 9io40:2 99980:1 8p65g0:2 6zuo0:1 bs2o0:2 67zw0:1 cjxg0:2 69uk0:1 cjxg0:2 4ml80:1 5mf440:2 49mk0:1 haas0:2 33180:1 cjxg0:2 4mo00:1 clpc0:2 66580:1 cls40:2 67zw0:1 981s40:2 6u7w0:1 biw40:2 5rbw0:1 d0lg0:2 5ed80:1 2yy2s0:2 6h980:1 7hg2s0:2 2t2t80:1|
America/El_Salvador|-21408,-21600,-18000|-pkm4tc:1 ymao5c:2 7k580:1 b5xg0:2 7k580:1|
America/Fort_Nelson|-29447,-28800,-25200|-18vrvy1:1 hw36e1:2 a2vw0:1 c5jxg0:2 1wd180:1 tj1g0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7k580:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7k580:1 b5xg0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 6udg0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6udg0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2|
America/Fortaleza|-9240,-10800,-7200|-t85kvc:1 99kafc:2 9a9c0:1 9io40:2 99980:1 8p65g0:2 6zuo0:1 bs2o0:2 67zw0:1 cjxg0:2 69uk0:1 cjxg0:2 4ml80:1 5mf440:2 49mk0:1 haas0:2 33180:1 cjxg0:2 4mo00:1 clpc0:2 66580:1 cls40:2 67zw0:1 981s40:2 6u7w0:1 biw40:2 5rbw0:1 d0lg0:2 5ed80:1 cyqs0:2 5ed80:1 dbpg0:2 64ak0:1 514g40:2 7k580:1 biw40:2 puk0:1 id6s0:2 6h980:1|
America/Glace_Bay|-14388,-14400,-10800|-z94kwc:1 89fk8c:2 a2vw0:1 c5jxg0:2 1wd180:1 3y8g40:2 7x3w0:1 9pa5g0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 6udg0:2|-14400 -10800 3.2.0.7200 11.1.0.7200
America/Goose_Bay|-14500,-12652,-9052,-12600,-9000,-14400,-10800,-7200|-18vs7h8:1 hw35go:2 a2vw0:1 8kjbw0:3 kzjyk:4 7k580:3 b5xg0:4 7k580:3 b5xg0:4 7k580:3 biw40:4 776k0:3 biw40:4 7k580:3 b5xg0:4 7k580:3 b5xg0:4 1roo40:3 biw40:4 7k580:3 b5xg0:4 7k580:3 b5xg0:4 7k580:3 b5xg0:4 7k580:3 biw40:4 7k580:3 ag040:4 7x3w0:3 asys0:4 7x3w0:3 asys0:4 7x3w0:3 asys0:4 7x3w0:3 asys0:4 7x3w0:3 b5xg0:4 7x3w0:3 asys0:4 7x3w0:3 asys0:4 7x3w0:3 asys0:4 7x3w0:3 asys0:4 9px80:3 9d440:4 9cyk0:3 9d440:4 9cyk0:3 9d440:4 9cyk0:3 9d440:4 9cyk0:3 9d440:4 9px80:3 6y2s0:5 22420:6 9px80:5 9d440:6 9cyk0:5 9d440:6 9cyk0:5 9d440:6 9cyk0:5 9d440:6 9cyk0:5 9d440:6 9px80:5 9d440:6 9cyk0:5 9d440:6 9cyk0:5 9d440:6 9cyk0:5 9d440:6 9cyk0:5 9d440:6 9px80:5 905g0:6 9px80:5 9d440:6 9cyk0:5 9d440:6 9cyk0:5 9d440:6 9cyk0:5 9d440:6 9cyk0:5 9d440:6 9px80:5 905g0:6 9px80:5 9d440:6 9cyk0:5 9d440:6 9cyk0:5 9d440:6 9cyk0:5 8a2lo:6 afuk0:5 8a840:7 asqg0:5 7xc80:6 ast80:5 7x9g0:6 ast80:5 8a840:6 afuk0:5 8a840:6 afuk0:5 8a840:6 ast80:5 7x9g0:6 ast80:5 7x9g0:6 ast80:5 8a840:6 afuk0:5 8a840:6 afuk0:5 8a840:6 afuk0:5 8a840:6 ast80:5 7x9g0:6 ast80:5 7x9g0:6 ast80:5 8a840:6 afuk0:5 8a840:6 afuk0:5 8a840:6 ast80:5 7x9g0:6 ast80:5 7x9g0:6 ast80:5 6udg0:6 c8nw0:5 6hes0:6 c8nw0:5 6hes0:6 c8nw0:5 6udg0:6 c8nw0:5 6hes0:6 bzeic:6|-14400 -10800 3.2.0.7200 11.1.0.7200
America/Grand_Turk|-17072,-18430,-18000,-14400|-15r0w5s:1 biv7pq:2 z3brw2:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 6udg0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6udg0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 1kj6o0:3|-18000 -14400 3.2.0.7200 11.1.0.7200
America/Guatemala|-21724,-21600,-18000|-qqqskk:1 ss0akk:2 4ofw0:1 4tidg0:2 6djw0:1 3wwas0:2 8n180:1 7n5ms0:2 7x3w0:1|
America/Guayaquil|-19160,-18840,-18000,-14400|-15r0ujs:1 le9mf4:2 wb620o:3 3jp80:2|
America/Guyana|-13959,-14400,-13500,-10800|-uhmik9:1 1va8c9:2 vj6nb0:3 8p0jd0:1|
America/Halifax|-15264,-14400,-10800|-z94k80:1 777go0:2 9et80:1 st9o0:2 a2vw0:1 ssyk0:2 5rbw0:1 cv1g0:2 69uk0:1 c6ys0:2 6kyk0:1 ci2s0:2 67zw0:1 ci2s0:2 6w2k0:1 bu040:2 7lzw0:1 bu040:2 66580:1 bu040:2 7lzw0:1 bu040:2 64ak0:1 cls40:2 5v180:1 cv1g0:2 6j3w0:1 c6ys0:2 79180:1 b42s0:2 7lzw0:1 b42s0:2 7yyk0:1 bu040:2 64ak0:1 dbpg0:2 66580:1 cls40:2 5ed80:1 bu040:2 7lzw0:1 b42s0:2 7lzw0:1 cjxg0:2 66580:1 bh1g0:2 7lzw0:1 b42s0:2 7lzw0:1 6uj00:2 1wd180:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 tw040:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 tw040:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 1cm2s0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 6udg0:2|-14400 -10800 3.2.0.7200 11.1.0.7200
America/Havana|-19768,-19776,-18000,-14400|-15r0u2w:1 ijto08:2 1icfyo:3 69uk0:2 62s040:3 4ofw0:2 e1ms0:3 51ek0:2 e1ms0:3 4ofw0:2 1fhs40:3 4ofw0:2 e1ms0:3 4ofw0:2 9s9k40:3 67zw0:2 cedg0:3 6h980:2 9o840:3 7yyk0:2 b5xg0:3 7k580:2 bvus0:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 9d440:3 8a2k0:2 ag040:3 8bx80:2 ae5g0:3 8drw0:2 acas0:3 9cyk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9q2s0:3 7x3w0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 asys0:3 7x3w0:2 asys0:3 7x3w0:2 asys0:3 7x3w0:2 asys0:3 8a2k0:2 ag040:3 8a2k0:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 905g0:3 a2vw0:2 905g0:3 9q000:2 902o0:3 9q000:2 902o0:3 9q000:2 902o0:3 9q000:2 902o0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 8n400:3 asw00:2 7x6o0:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 8a5c0:3 afxc0:2 8a5c0:3 afxc0:2 7x6o0:3 1cm000:2 6uao0:3 bvs00:2 779c0:3 bitc0:2 6uao0:3 bvs00:2 779c0:3 bvs00:2 779c0:3 c8qo0:2 779c0:3 b5uo0:2 6hc00:3 c8qo0:2 6hc00:3 c8qo0:2 6hc00:3 c8qo0:2 6uao0:3 c8qo0:2 6hc00:3 c8qo0:2 6hc00:3 c8qo0:2 6hc00:3 c8qo0:2 6hc00:3 c8qo0:2 6uao0:3 c8qo0:2 6hc00:3 c8qo0:2 6hc00:3 c8qo0:2 6hc00:3 c8qo0:2 6hc00:3 c8qo0:2 6hc00:3 vbs00:2|-18000 -14400 3.2.0.0 11.1.0.3600
America/Hermosillo|-26632,-25200,-21600|-p1u4k0:1 2u5s00:2 1si580:1 8jhg0:2 7x3w0:1 9eys0:2 591h80:1 s5qoc0:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1|
America/Indiana/Indianapolis|-20678,-21600,-18000,-14400|-18y0m00:1 hxltk0:2 ast80:1 7x9g0:2 ast80:1 baw840:2 51ek0:1 6w840:2 1wd180:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7k580:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 19q7w0:1 asys0:2 5qonw0:3 9cyk0:2 9d440:3 9cyk0:2 ihslg0:3 ast80:2 6udg0:3|-18000 -14400 3.2.0.7200 11.1.0.7200
America/Indiana/Knox|-20790,-21600,-18000|-18y0m00:1 hxltk0:2 ast80:1 7x9g0:2 ast80:1 bmtus0:2 1wd180:1 tj1g0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7k580:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 9d440:2 s3180:1 1twas0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 3lpg0:2 f4d80:1 64g40:2 clmk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 84duk0:1 6udg0:2|-21600 -18000 3.2.0.7200 11.1.0.7200
America/Indiana/Marengo|-20723,-21600,-18000,-14400|-18y0m00:1 hxltk0:2 ast80:1 7x9g0:2 ast80:1 bmtus0:2 1wd180:1 2wsas0:2 7x3w0:1 1c9440:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 465h80:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 ouis0:3 clmk0:2 fvt9g0:3 ast80:2 6udg0:3|-18000 -14400 3.2.0.7200 11.1.0.7200
America/Indiana/Petersburg|-20947,-21600,-18000|-18y0m00:1 hxltk0:2 ast80:1 7x9g0:2 ast80:1 bmtus0:2 1wd180:1 501ek0:2 7kas0:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 sfzw0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 3lpg0:2 f4d80:1 64g40:2 clmk0:1 9d440:2 9px80:1 905g0:2 feivw0:1 6udg0:2 c8nw0:2|-18000 -14400 3.2.0.7200 11.1.0.7200
America/Indiana/Tell_City|-20823,-21600,-18000,-14400|-18y0m00:1 hxltk0:2 ast80:1 7x9g0:2 ast80:1 bmtus0:2 1wd180:1 501ek0:2 7kas0:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 1tw580:1 9d440:2 9cyk0:1 9d440:3 9cvs0:2 9d440:3 9cyk0:2 islhg0:1 6udg0:2|-21600 -18000 3.2.0.7200 11.1.0.7200
America/Indiana/Vevay|-20416,-21600,-18000,-14400|-18y0m00:1 hxltk0:2 ast80:1 7x9g0:2 ast80:1 bmtus0:2 1wd180:1 4gyis0:2 7txx80:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 hfzhg0:3 ast80:2 6udg0:3|-18000 -14400 3.2.0.7200 11.1.0.7200
America/Indiana/Vincennes|-21007,-21600,-18000,-14400|-18y0m00:1 hxltk0:2 ast80:1 7x9g0:2 ast80:1 bmtus0:2 1wd180:1 asys0:2 7x3w0:1 3fidg0:2 7x3w0:1 asys0:2 7x3w0:1 b5rw0:2 7kas0:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 9px80:1 9d440:2 7k580:1 b5xg0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 2lz980:3 9cyk0:2 9d440:3 9cyk0:2 islhg0:1 6udg0:2 c8nw0:2|-18000 -14400 3.2.0.7200 11.1.0.7200
America/Indiana/Winamac|-20785,-21600,-18000,-14400|-18y0m00:1 hxltk0:2 ast80:1 7x9g0:2 ast80:1 bmtus0:2 1wd180:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7k580:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 465h80:3 9cyk0:2 9d440:3 9cyk0:2 islhg0:1 6udg0:3|-18000 -14400 3.2.0.7200 11.1.0.7200
America/Inuvik|0,-28800,-25200,-21600|-8ve5c0:1 a34zs0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:3 9cvs0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 6udg0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6udg0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6udg0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6udg0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3|
America/Iqaluit|0,-14400,-18000,-21600|-eb6ao0:1 1nh7c0:2 dvfpg0:1 9cyk0:2 9d440:1 9cyk0:2 9d440:1 9cyk0:2 9d440:1 9cyk0:2 9d440:1 9px80:2 905g0:1 9px80:2 9d440:1 9cyk0:2 9d440:1 9cyk0:2 9d440:1 9cyk0:2 9d440:1 9cyk0:2 9d440:1 9px80:2 905g0:1 9px80:2 9d440:1 9cyk0:2 9d440:1 9cyk0:2 9d440:1 9cyk0:2 8a840:1 afuk0:2 8a840:1 ast80:2 7x9g0:1 ast80:2 7x9g0:1 ast80:2 8a840:1 afuk0:2 8a840:1 afuk0:2 8a840:1 ast80:2 7x9g0:1 ast80:2 7x9g0:1 ast80:2 8a840:1 afuk0:2 8a840:1 afuk0:2 8a840:1 afuk0:2 8a840:1 ast80:3 7xc80:2 ipzw0:1 ast80:2 8a840:1 afuk0:2 8a840:1 afuk0:2 8a840:1 ast80:2 7x9g0:1 ast80:2 7x9g0:1 ast80:2 6udg0:1|-18000 -14400 3.2.0.7200 11.1.0.7200
America/Jamaica|-18430,-18000,-14400|-u85og2:1 wbl182:2 f4d80:1 64g40:2 clmk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1|
America/Juneau|54139,-32261,-28800,-25200,-32400|-1hc7qjz:1 h4yu44:2 ln707v:3 1wd180:2 cawis0:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 3lpg0:3 f4d80:2 64g40:3 clmk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 s36s0:3 9cyk0:2 9d440:3 9px80:2 905g0:3 9px80:4 9d6w0:2 9cyk0:4 9d440:2 9cyk0:4 9d440:2 9cyk0:4 8a840:2 afuk0:4 8a840:2 ast80:4 7x9g0:2 ast80:4 7x9g0:2 ast80:4 8a840:2 afuk0:4 8a840:2 afuk0:4 8a840:2 ast80:4 7x9g0:2 ast80:4 7x9g0:2 ast80:4 8a840:2 afuk0:4 8a840:2 afuk0:4 8a840:2 afuk0:4 8a840:2 ast80:4 7x9g0:2 ast80:4 7x9g0:2 ast80:4 8a840:2 afuk0:4 8a840:2 afuk0:4 8a840:2 ast80:4 7x9g0:2 ast80:4 7x9g0:2 ast80:4 6udg0:2|-32400 -28800 3.2.0.7200 11.1.0.7200
America/Kentucky/Louisville|-20582,-21600,-18000,-14400|-18y0m00:1 hxltk0:2 ast80:1 7x9g0:2 ast80:1 sg5g0:2 6bp80:1 a98o40:2 7x3w0:1 6w840:2 1wd180:1 ast9o:2 1sw2c:1 21gis0:2 7k580:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 3nfek0:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 ouis0:3 clmk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 6udg0:3|-18000 -14400 3.2.0.7200 11.1.0.7200
America/Kentucky/Monticello|-20364,-21600,-18000,-14400|-18y0m00:1 hxltk0:2 ast80:1 7x9g0:2 ast80:1 bmtus0:2 1wd180:1 bs6g40:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 3lpg0:2 f4d80:1 64g40:2 clmk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ipzw0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 6udg0:3|-18000 -14400 3.2.0.7200 11.1.0.7200
America/La_Paz|-16356,-12756,-14400|-jxzspo:1 84ik0:2|
America/Lima|-18492,-18516,-18000,-14400|-15r0v2c:1 9ov9co:2 fcxjlo:3 4ml80:2 93us0:3 9cyk0:2 9d440:3 9cyk0:2 nw16s0:3 4ml80:2 e5c40:3 4ml80:2 1fr1g0:3 4ml80:2 1yiys0:3 4ml80:2|
America/Los_Angeles|-28378,-28800,-25200|-18y0gg0:1 hxltk0:2 ast80:1 7x9g0:2 ast80:1 bmtus0:2 1wd180:1 1a3c5o:2 f2iic:1 owao0:2 7k800:1 b5uo0:2 7x6o0:1 asw00:2 7x6o0:1 asw00:2 7x6o0:1 asw00:2 7x6o0:1 asw00:2 7x6o0:1 b5uo0:2 7x6o0:1 asw00:2 7x6o0:1 asw00:2 7x6o0:1 asw00:2 7x6o0:1 asw00:2 7x6o0:1 b5uo0:2 7k800:1 b5uo0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 902o0:2 9q000:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 3lpg0:2 f4d80:1 64g40:2 clmk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 6udg0:2|-28800 -25200 3.2.0.7200 11.1.0.7200
America/Maceio|-8572,-10800,-7200|-t85ldw:1 99kaxw:2 9a9c0:1 9io40:2 99980:1 8p65g0:2 6zuo0:1 bs2o0:2 67zw0:1 cjxg0:2 69uk0:1 cjxg0:2 4ml80:1 5mf440:2 49mk0:1 haas0:2 33180:1 cjxg0:2 4mo00:1 clpc0:2 66580:1 cls40:2 67zw0:1 981s40:2 6u7w0:1 biw40:2 5rbw0:1 d0lg0:2 5ed80:1 cyqs0:2 5ed80:1 dbpg0:2 64ak0:1 2yl440:2 64ak0:1 1wf1g0:2 7k580:1 biw40:2 puk0:1 id6s0:2 6h980:1|
America/Managua|-20708,-20712,-21600,-18000|-15r0tcs:1 n7jmo4:2 ka1i0o:3 xqqk0:2 24p6s0:3 53980:2 dmtg0:3 53980:2 60itw0:3 dq240:2 53es0:3 235h80:2 4beis0:3 8zzw0:2 at4c0:3 7x140:2|
America/Manaus|-14404,-14400,-10800|-t85gvw:1 99k97w:2 9a9c0:1 9io40:2 99980:1 8p65g0:2 6zuo0:1 bs2o0:2 67zw0:1 cjxg0:2 69uk0:1 cjxg0:2 4ml80:1 5mf440:2 49mk0:1 haas0:2 33180:1 cjxg0:2 4mo00:1 clpc0:2 66580:1 cls40:2 67zw0:1 981s40:2 6u7w0:1 biw40:2 5rbw0:1 d0lg0:2 5ed80:1 2yy2s0:2 6h980:1|
America/Martinique|-14660,-14400,-10800|-umcvcs:1 zz5x4s:2 8zzw0:1|
America/Matamoros|-23400,-21600,-18000|-p1u7c0:1 ykt480:2 ast80:1 3vppg0:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 9q2s0:2 7k580:1 9q2s0:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 3huk0:1|-21600 -18000 3.2.0.7200 11.1.0.7200
America/Mazatlan|-25540,-25200,-21600|-p1u4k0:1 2u5s00:2 1si580:1 8jhg0:2 7x3w0:1 9eys0:2 591h80:1 s5qoc0:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 9q2s0:2 7k580:1 9q2s0:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1|
America/Menominee|-21027,-21600,-18000|-17zjvrx:1 gz53bx:2 ast80:1 7x9g0:2 ast80:1 bmtus0:2 1wd180:1 asys0:2 7x3w0:1 a7n9g0:2 9px80:1 1at9g0:2 2cm7w0:1 3lpg0:2 f4d80:1 64g40:2 clmk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 6udg0:2|-21600 -18000 3.2.0.7200 11.1.0.7200
America/Merida|-21508,-21600,-18000|-p1u7c0:1 vb0dk0:2 fzuk0:1 70bes0:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 9q2s0:2 7k580:1 9q2s0:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1|
America/Metlakatla|54822,-31578,-28800,-25200,-32400|-1hc7qjz:1 h4ytl5:2 ln70qu:3 1wd180:2 cawis0:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 3lpg0:3 f4d80:2 64g40:3 clmk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 905g0:3 9px80:2 gpc840:4 6udg0:2 c8nw0:4 6hes0:2 c8nw0:4 6hes0:2 g7980:4|-32400 -28800 3.2.0.7200 11.1.0.7200
America/Mexico_City|-23796,-25200,-21600,-18000|-p1u4k0:1 2u5s00:2 1si580:1 8jhg0:2 7x3w0:1 9eys0:2 3knek0:3 776k0:2 rf440:3 5t6k0:2 1evk40:3 71mk0:2 30p1g0:3 8n180:2 nufxo0:3 afuk0:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 9q2s0:3 7k580:2 9q2s0:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2|
America/Miquelon|-13480,-14400,-10800,-7200|-uk1k9k:1 zy4wpk:2 3m59g0:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 6udg0:3|-10800 -7200 3.2.0.7200 11.1.0.7200
America/Moncton|-15548,-18000,-14400,-10800|-18wys04:1 9nu9w4:2 89fhg0:3 a2vw0:2 7mqqo0:3 4ofw0:2 e1ms0:3 4ofw0:2 e1ms0:3 4ofw0:2 e1ms0:3 4ofw0:2 e1ms0:3 4ofw0:2 e1ms0:3 4ofw0:2 dmtg0:3 64ak0:2 cao40:3 6fek0:2 bkqs0:3 7iak0:2 6y5k0:3 1wd180:2 asys0:3 7x3w0:2 asys0:3 7x3w0:2 asys0:3 7x3w0:2 asys0:3 7x3w0:2 b5xg0:3 7k580:2 b5xg0:3 7x3w0:2 asys0:3 7x3w0:2 asys0:3 7x3w0:2 asys0:3 7x3w0:2 asys0:3 7x3w0:2 b5xg0:3 7x3w0:2 asys0:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 s36s0:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a2lo:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 3alec:2|-14400 -10800 3.2.0.7200 11.1.0.7200
America/Monterrey|-24076,-25200,-21600,-18000|-p1u7c0:1 2u5us0:2 1si580:1 8jhg0:2 7x3w0:1 9eys0:2 t89k40:3 ast80:2 3vppg0:3 afuk0:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 9q2s0:3 7k580:2 9q2s0:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2|
America/Montevideo|-13491,-14400,-10800,-12600,-9000,-7200,-5400|-px8099:1 1s74p9:2 9et80:3 9exe0:2 9czy0:3 9exe0:2 9czy0:3 3ydyq0:2 7x5a0:3 asxe0:2 7x5a0:3 asxe0:2 7x5a0:3 asxe0:2 7x5a0:3 b5w20:2 7k6m0:3 b5w20:2 7k6m0:3 9q1e0:2 9czy0:3 asxe0:2 7x5a0:3 6do20:2 ppvy0:4 4mmm0:2 8g9qq0:4 901a0:2 38pe0:5 2inw0:2 2nf9g0:5 8zzw0:2 1e3s40:4 9o3y0:2 q8he0:5 2kik0:2 yxhg0:5 4bh80:2 s36s0:6 2vl60:4 905g0:2 5rg20:5 51ek0:2 weqs0:5 3yik0:2 e1ms0:5 4ofw0:2 erk40:5 3yik0:2 2vs40:5 gk7w0:2 41iys0:5 3wnw0:2 erk40:5 4bh80:2 c8tg0:5 64ak0:2 c8tg0:5 6u7w0:2 c8tg0:5 6h980:2 bvus0:5 6u7w0:2 614qs0:5 9q2s0:2 a31g0:5 7x3w0:2 ag040:5 8a2k0:2 asys0:5 7x3w0:2 asys0:5 7x3w0:2 asys0:5 8a2k0:2 ag040:5 8a2k0:2 ag040:5 8a2k0:2 asys0:5 7x3w0:2 asys0:5 7x3w0:2 asys0:5 7x3w0:2|
America/New_York|-17762,-18000,-14400|-18y0os0:1 hxltk0:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 b5rw0:1 905g0:2 7x3w0:1 b5xg0:2 7k580:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7k580:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7k580:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 6w840:2 1wd180:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7k580:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 3lpg0:2 f4d80:1 64g40:2 clmk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 6udg0:2|-18000 -14400 3.2.0.7200 11.1.0.7200
America/Nome|46702,-39698,-39600,-36000,-32400,-28800|-1hc7qjz:1 h4yzup:2 ln72ta:3 1wd180:2 cawis0:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 3lpg0:3 f4d80:2 64g40:3 clmk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 905g0:3 9px80:4 9cyk0:5 9cyk0:4 9d440:5 9cyk0:4 9d440:5 9cyk0:4 8a840:5 afuk0:4 8a840:5 ast80:4 7x9g0:5 ast80:4 7x9g0:5 ast80:4 8a840:5 afuk0:4 8a840:5 afuk0:4 8a840:5 ast80:4 7x9g0:5 ast80:4 7x9g0:5 ast80:4 8a840:5 afuk0:4 8a840:5 afuk0:4 8a840:5 afuk0:4 8a840:5 ast80:4 7x9g0:5 ast80:4 7x9g0:5 ast80:4 8a840:5 afuk0:4 8a840:5 afuk0:4 8a840:5 ast80:4 7x9g0:5 ast80:4 7x9g0:5 ast80:4 6udg0:5|-32400 -28800 3.2.0.7200 11.1.0.7200
America/Noronha|-7780,-7200,-3600|-t85lzw:1 99k8rw:2 9a9c0:1 9io40:2 99980:1 8p65g0:2 6zuo0:1 bs2o0:2 67zw0:1 cjxg0:2 69uk0:1 cjxg0:2 4ml80:1 5mf440:2 49mk0:1 haas0:2 33180:1 cjxg0:2 4mo00:1 clpc0:2 66580:1 cls40:2 67zw0:1 981s40:2 6u7w0:1 biw40:2 5rbw0:1 d0lg0:2 5ed80:1 cyqs0:2 5ed80:1 dbpg0:2 64ak0:1 514g40:2 7k580:1 biw40:2 cvw0:1 iq5g0:2 6h980:1|
America/North_Dakota/Beulah|-24427,-25200,-21600|-18y0j80:1 hxltk0:2 ast80:1 7x9g0:2 ast80:1 bmtus0:2 1wd180:1 b9gdg0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 3lpg0:2 f4d80:1 64g40:2 clmk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 6udg0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6udg0:2 c8nw0:2|-21600 -18000 3.2.0.7200 11.1.0.7200
America/North_Dakota/Center|-24312,-25200,-21600,-18000|-18y0j80:1 hxltk0:2 ast80:1 7x9g0:2 ast80:1 bmtus0:2 1wd180:1 b9gdg0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 3lpg0:2 f4d80:1 64g40:2 clmk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 ipzw0:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 6udg0:3|-21600 -18000 3.2.0.7200 11.1.0.7200
America/North_Dakota/New_Salem|-24339,-25200,-21600,-18000|-18y0j80:1 hxltk0:2 ast80:1 7x9g0:2 ast80:1 bmtus0:2 1wd180:1 b9gdg0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 3lpg0:2 f4d80:1 64g40:2 clmk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 ipzw0:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 6udg0:3|-21600 -18000 3.2.0.7200 11.1.0.7200
America/Nuuk|-12416,-10800,-7200|-rvumf4:1 x8nqz4:2 8zrk0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:2|-7200 -3600 3.5.0.-3600 10.5.0.0
America/Ojinaga|-25060,-25200,-21600,-18000|-p1u4k0:1 2u5s00:2 1si580:1 8jhg0:2 7x3w0:1 9eys0:2 xes2s0:3 afuk0:2 8a840:3 afuk0:2 iq5g0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 9q2s0:2 7k580:1 9q2s0:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 77c40:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6udg0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6udg0:2 c8nw0:1 6hes0:2 dgyc0:2|-21600 -18000 3.2.0.7200 11.1.0.7200
America/Panama|-19088,-19176,-18000|-15r0uls:1 9jvmqg:2|
America/Paramaribo|-13240,-13252,-13236,-12600,-10800|-usj4g8:1 cixc0c:2 5lydbk:3 kcrm6c:4|
America/Phoenix|-26898,-25200,-21600|-18y0j80:1 hxltk0:2 ast80:1 7x9g0:2 ast80:1 bmtus0:2 zjedo:1 4olg0:2 9et80:1 bs6lmc:2 9cyk0:1|
America/Port-au-Prince|-17360,-17340,-18000,-14400|-15r0vxs:1 e4gmng:2 ylcf6c:3 8zzw0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 8aaw0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 8a5c0:3 afxc0:2 8a5c0:3 afxc0:2 8a5c0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 8a5c0:3 afxc0:2 8a5c0:3 afxc0:2 3vpjw0:3 ast80:2 7x9g0:3 ast80:2 2stv00:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 pkg40:3|-18000 -14400 3.2.0.7200 11.1.0.7200
America/Porto_Velho|-15336,-14400,-10800|-t85g60:1 99k8i0:2 9a9c0:1 9io40:2 99980:1 8p65g0:2 6zuo0:1 bs2o0:2 67zw0:1 cjxg0:2 69uk0:1 cjxg0:2 4ml80:1 5mf440:2 49mk0:1 haas0:2 33180:1 cjxg0:2 4mo00:1 clpc0:2 66580:1 cls40:2 67zw0:1 981s40:2 6u7w0:1 biw40:2 5rbw0:1 d0lg0:2 5ed80:1|
America/Puerto_Rico|-15865,-14400,-10800|-10xhp3b:1 mhp1jb:2 1s3hg0:1|
America/Punta_Arenas|-17020,-16965,-18000,-14400,-10800|-15r0w78:1 ag6lah:2 3dlssr:1 157b79:3 f4e0r:1 49hzb9:3 aye0r:2 7ves0:3 awik0:2 7ves0:3 awik0:2 7ves0:3 awik0:2 7ves0:3 ayd80:2 7ves0:3 534ik0:2 351g0:3 2fnh80:2 2mg00:3 b73400:4 7k580:3 c8tg0:4 6h980:3 a31g0:4 7x3w0:3 asys0:4 7x3w0:3 b5xg0:4 7k580:3 ag040:4 8a2k0:3 b5xg0:4 7k580:3 b5xg0:4 7x3w0:3 asys0:4 7x3w0:3 asys0:4 7x3w0:3 b5xg0:4 7k580:3 b5xg0:4 7k580:3 b5xg0:4 7x3w0:3 asys0:4 7x3w0:3 asys0:4 7x3w0:3 asys0:4 7x3w0:3 b5xg0:4 7k580:3 b5xg0:4 7k580:3 b5xg0:4 9cyk0:3 9d440:4 7x3w0:3 asys0:4 7x3w0:3 b5xg0:4 7k580:3 9q2s0:4 8zzw0:3 b5xg0:4 7x3w0:3 asys0:4 7x3w0:3 asys0:4 7x3w0:3 asys0:4 7x3w0:3 b5xg0:4 7k580:3 b5xg0:4 8n180:3 a31g0:4 7x3w0:3 a31g0:4 9px80:3 9q2s0:4 7x3w0:3 b5xg0:4 7k580:3 b5xg0:4 7k580:3 b5xg0:4 7k580:3 b5xg0:4 7x3w0:3 asys0:4 7x3w0:3 asys0:4 7x3w0:3 b5xg0:4 7k580:3 b5xg0:4 8n180:3 a31g0:4 7x3w0:3 asys0:4 8zzw0:3 9q2s0:4 ast80:3 5eis0:4 cyl80:3 6hes0:4 c8nw0:3 6udg0:4 bvp80:3 6udg0:4 vonw0:3 4olg0:4|
America/Rankin_Inlet|0,-21600,-18000|-6s8lc0:1 7zza80:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 tivw0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 6udg0:2|-21600 -18000 3.2.0.7200 11.1.0.7200
America/Recife|-8376,-10800,-7200|-t85ljc:1 99kb3c:2 9a9c0:1 9io40:2 99980:1 8p65g0:2 6zuo0:1 bs2o0:2 67zw0:1 cjxg0:2 69uk0:1 cjxg0:2 4ml80:1 5mf440:2 49mk0:1 haas0:2 33180:1 cjxg0:2 4mo00:1 clpc0:2 66580:1 cls40:2 67zw0:1 981s40:2 6u7w0:1 biw40:2 5rbw0:1 d0lg0:2 5ed80:1 cyqs0:2 5ed80:1 dbpg0:2 64ak0:1 514g40:2 7k580:1 biw40:2 cvw0:1 iq5g0:2 6h980:1|
America/Regina|-25116,-25200,-21600|-xkq9yc:1 6l1hmc:2 a2vw0:1 60enw0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7k580:1 b5xg0:2 7x3w0:1 1b6840:2 9cyk0:1 9d440:2 8zzw0:1 9q2s0:2 9cyk0:1 9q2s0:2 9cyk0:1 9d440:2 9cyk0:1 66gc0:2 1wd180:1 a31g0:2 9cyk0:1 a31g0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7k580:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 tj1g0:2 9cyk0:1 9d440:2|
America/Resolute|0,-21600,-18000|-bnp9c0:1 cvfy80:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 tivw0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 hn6o0:2|-21600 -18000 3.2.0.7200 11.1.0.7200
America/Rio_Branco|-16272,-18000,-14400|-t85fg0:1 99kak0:2 9a9c0:1 9io40:2 99980:1 8p65g0:2 6zuo0:1 bs2o0:2 67zw0:1 cjxg0:2 69uk0:1 cjxg0:2 4ml80:1 5mf440:2 49mk0:1 haas0:2 33180:1 cjxg0:2 4mo00:1 clpc0:2 66580:1 cls40:2 67zw0:1 981s40:2 6u7w0:1 biw40:2 5rbw0:1 d0lg0:2 5ed80:1 amves0:2 2t2t80:1|
America/Santarem|-13128,-14400,-10800|-t85hvc:1 99ka7c:2 9a9c0:1 9io40:2 99980:1 8p65g0:2 6zuo0:1 bs2o0:2 67zw0:1 cjxg0:2 69uk0:1 cjxg0:2 4ml80:1 5mf440:2 49mk0:1 haas0:2 33180:1 cjxg0:2 4mo00:1 clpc0:2 66580:1 cls40:2 67zw0:1 981s40:2 6u7w0:1 biw40:2 5rbw0:1 d0lg0:2 5ed80:1 amves0:2|
America/Santiago|-16965,-18000,-14400,-10800|-vauawr:1 3dlssr:0 157b79:2 f4e0r:0 49hzb9:2 aye0r:1 7ves0:2 awik0:1 7ves0:2 awik0:1 7ves0:2 awik0:1 7ves0:2 ayd80:1 7ves0:2 534ik0:1 351g0:2 229zw0:3 2b980:2 b2840:1 2mg00:2 b73400:3 7k580:2 c8tg0:3 6h980:2 a31g0:3 7x3w0:2 asys0:3 7x3w0:2 b5xg0:3 7k580:2 ag040:3 8a2k0:2 b5xg0:3 7k580:2 b5xg0:3 7x3w0:2 asys0:3 7x3w0:2 asys0:3 7x3w0:2 b5xg0:3 7k580:2 b5xg0:3 7k580:2 b5xg0:3 7x3w0:2 asys0:3 7x3w0:2 asys0:3 7x3w0:2 asys0:3 7x3w0:2 b5xg0:3 7k580:2 b5xg0:3 7k580:2 b5xg0:3 9cyk0:2 9d440:3 7x3w0:2 asys0:3 7x3w0:2 b5xg0:3 7k580:2 9q2s0:3 8zzw0:2 b5xg0:3 7x3w0:2 asys0:3 7x3w0:2 asys0:3 7x3w0:2 asys0:3 7x3w0:2 b5xg0:3 7k580:2 b5xg0:3 8n180:2 a31g0:3 7x3w0:2 a31g0:3 9px80:2 9q2s0:3 7x3w0:2 b5xg0:3 7k580:2 b5xg0:3 7k580:2 b5xg0:3 7k580:2 b5xg0:3 7x3w0:2 asys0:3 7x3w0:2 asys0:3 7x3w0:2 b5xg0:3 7k580:2 b5xg0:3 8n180:2 a31g0:3 7x3w0:2 asys0:3 8zzw0:2 9q2s0:3 ast80:2 5eis0:3 cyl80:2 6hes0:3 c8nw0:2 6udg0:3 bvp80:2 6udg0:3 vonw0:2 4olg0:3 e1h80:2 4olg0:3 e1h80:2 4olg0:3 c8nw0:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2|-14400 -10800 9.1.6.86400 4.1.6.86400
America/Santo_Domingo|-16776,-16800,-18000,-14400,-16200|-15r0we0:1 mkixco:2 hiw29c:3 67zw0:2 1dy840:4 62ha0:2 cnle0:4 4h2m0:2 elyq0:4 47ta0:2 ei9e0:4 4bim0:2 eek20:4 4dda0:2 ecpe0:3 dkmtg0:2 1stc0:3|
America/Sao_Paulo|-11188,-10800,-7200|-t85jd8:1 99k8x8:2 9a9c0:1 9io40:2 99980:1 8p65g0:2 6zuo0:1 bs2o0:2 67zw0:1 cjxg0:2 69uk0:1 cjxg0:2 4ml80:1 5k02s0:2 6onw0:1 haas0:2 33180:1 cjxg0:2 4mo00:1 clpc0:2 66580:1 cls40:2 67zw0:1 981s40:2 6u7w0:1 biw40:2 5rbw0:1 d0lg0:2 5ed80:1 cyqs0:2 5ed80:1 dbpg0:2 64ak0:1 cyqs0:2 64ak0:1 cls40:2 5rbw0:1 dbpg0:2 51ek0:1 dbpg0:2 6h980:1 c8tg0:2 6h980:1 c8tg0:2 64ak0:1 c8tg0:2 6u7w0:1 bxpg0:2 7iak0:1 biw40:2 6u7w0:1 biw40:2 7k580:1 biw40:2 6u7w0:1 c8tg0:2 6h980:1 dbpg0:2 5ed80:1 cls40:2 64ak0:1 dfes0:2 5nmk0:1 c8tg0:2 6h980:1 dbpg0:2 5rbw0:1 bvus0:2 6h980:1 cls40:2 64ak0:1 cls40:2 6h980:1 c8tg0:2 6h980:1 c8tg0:2 6u7w0:1 c8tg0:2 64ak0:1 cls40:2 64ak0:1 cls40:2 6h980:1 c8tg0:2 6h980:1 c8tg0:2 6h980:1 c8tg0:2 6h980:1 dbpg0:2 5ed80:1|
America/Scoresbysund|-5272,-7200,-3600,0|-rvurxk:1 x8ntpk:2 902o0:1 9cvs0:3 9cyk0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:2|-7200 -3600 3.5.0.-3600 10.5.0.0
America/Sitka|53927,-32473,-28800,-25200,-32400|-1hc7qjz:1 h4yua0:2 ln701z:3 1wd180:2 cawis0:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 3lpg0:3 f4d80:2 64g40:3 clmk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 905g0:3 9px80:4 9d6w0:2 9cyk0:4 9d440:2 9cyk0:4 9d440:2 9cyk0:4 8a840:2 afuk0:4 8a840:2 ast80:4 7x9g0:2 ast80:4 7x9g0:2 ast80:4 8a840:2 afuk0:4 8a840:2 afuk0:4 8a840:2 ast80:4 7x9g0:2 ast80:4 7x9g0:2 ast80:4 8a840:2 afuk0:4 8a840:2 afuk0:4 8a840:2 afuk0:4 8a840:2 ast80:4 7x9g0:2 ast80:4 7x9g0:2 ast80:4 8a840:2 afuk0:4 8a840:2 afuk0:4 8a840:2 ast80:4 7x9g0:2 ast80:4 7x9g0:2 ast80:4 6udg0:2|-32400 -28800 3.2.0.7200 11.1.0.7200
America/St_Johns|-12652,-9052,-12600,-9000,-5400|-ris3ck:1 8bx80:0 ar440:1 a2vw0:0 9tjs0:1 53980:0 dkys0:1 9cyk0:0 9d440:1 9cyk0:0 9q2s0:1 8zzw0:0 9q2s0:1 8zzw0:0 9q2s0:1 8zzw0:0 9q2s0:1 8zzw0:0 9q2s0:1 9cyk0:0 9d440:1 9cyk0:0 9q2s0:1 8zzw0:0 9q2s0:1 8zzw0:0 9q2s0:1 8zzw0:0 9q2s0:1 8zzw0:0 9q2s0:1 9cyk0:0 9q2s0:1 8zzw0:0 9q2s0:1 8zzw0:0 7tmw0:2 1wfuk:3 8zzw0:2 a3480:3 7k580:2 b5xg0:3 7k580:2 b5xg0:3 7k580:2 biw40:3 776k0:2 biw40:3 7k580:2 b5xg0:3 7k580:2 b5xg0:3 1roo40:2 biw40:3 7k580:2 b5xg0:3 7k580:2 b5xg0:3 7k580:2 b5xg0:3 7k580:2 biw40:3 7k580:2 ag040:3 7x3w0:2 asys0:3 7x3w0:2 asys0:3 7x3w0:2 asys0:3 7x3w0:2 asys0:3 7x3w0:2 b5xg0:3 7x3w0:2 asys0:3 7x3w0:2 asys0:3 7x3w0:2 asys0:3 7x3w0:2 asys0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 8a2lo:3 afuk0:2 8a840:4 asqg0:2 7xc80:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 6udg0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6udg0:3 c8nw0:2 6hes0:3 bzeic:3|-12600 -9000 3.2.0.7200 11.1.0.7200
America/Swift_Current|-25880,-25200,-21600|-xkq9d4:1 6l1h14:2 a2vw0:1 c5jxg0:2 1wd180:1 asys0:2 8n180:1 a31g0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 3yles0:2 9cyk0:1 s36s0:2 9cyk0:1 9d440:2 7x3w0:1 b5xg0:2 7k580:1 5j4lg0:2|
America/Tegucigalpa|-20932,-21600,-18000|-pfzh6k:1 yho0ik:2 7k580:1 b5xg0:2 7k580:1 96x1g0:2 4qak0:1|
America/Thule|-16508,-14400,-10800|-rvuj9g:1 12yzilg:2 9cyk0:1 9d440:2 9cyk0:1 9q2s0:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 6udg0:2|-14400 -10800 3.2.0.7200 11.1.0.7200
America/Tijuana|-28084,-25200,-28800|-p1u4k0:1 11juo0:2 1sm040:1 1si580:2 71s40:1 9cyk0:2 5iidg0:1 1ux6k0:2 18uw40:1 eluk0:2 oa5g0:1 7iak0:2 b6300:1 7x3w0:2 asys0:1 7x3w0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2 902o0:1 9q000:2 9d440:1 9cyk0:2 9d440:1 9cyk0:2 9d440:1 9cyk0:2 9d440:1 9cyk0:2 9d440:1 9px80:2 9d440:1 9cyk0:2 9d440:1 9cyk0:2 3lpg0:1 f4d80:2 64g40:1 clmk0:2 9d440:1 9px80:2 905g0:1 9px80:2 9d440:1 9cyk0:2 9d440:1 9cyk0:2 9d440:1 9cyk0:2 9d440:1 9cyk0:2 9d440:1 9px80:2 905g0:1 9px80:2 9d440:1 9cyk0:2 9d440:1 9cyk0:2 9d440:1 9cyk0:2 8a840:1 afuk0:2 8a840:1 ast80:2 7x9g0:1 ast80:2 7x9g0:1 ast80:2 8a840:1 afuk0:2 8a840:1 afuk0:2 8a840:1 ast80:2 7x9g0:1 ast80:2 7x9g0:1 ast80:2 8a840:1 afuk0:2 8a840:1 afuk0:2 8a840:1 afuk0:2 8a840:1 ast80:2 7x9g0:1 ast80:2 7x9g0:1 ast80:2 8a840:1 afuk0:2 8a840:1 afuk0:2 8a840:1 ast80:2 7x9g0:1 ast80:2 7x9g0:1 ast80:2 7x9g0:1 ast80:2 8a840:1 afuk0:2 8a840:1 afuk0:2 3huk0:2|-28800 -25200 3.2.0.7200 11.1.0.7200
America/Toronto|-19052,-18000,-14400|-1353das:1 c5efes:2 a2vw0:1 7yx60:2 aqzy0:1 9q8c0:2 7jzo0:1 bw0c0:2 6bp80:1 cedg0:2 6h980:1 c8tg0:2 6h980:1 bvus0:2 776k0:1 biw40:2 776k0:1 biw40:2 776k0:1 biw40:2 7k580:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7k580:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7k580:1 b5xg0:2 2twfw0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 b5rw0:1 7x9g0:2 ast80:1 7x9g0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7x3w0:1 asys0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 6udg0:2|-18000 -14400 3.2.0.7200 11.1.0.7200
America/Vancouver|-29548,-28800,-25200|-18vrvv8:1 hw36b8:2 a2vw0:1 c5jxg0:2 1wd180:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7k580:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7k580:1 b5xg0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 905g0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 8a840:2 afuk0:1 8a840:2 afuk0:1 8a840:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 6udg0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6udg0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6udg0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6udg0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2|
America/Whitehorse|-32412,-32400,-28800,-25200|-1079tno:1 97l6vo:2 a2vw0:1 asys0:2 882c0:1 bmiwc0:2 1wd180:1 a7n3w0:3 9q000:1 64dc0:2 7e3pg0:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 6udg0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6udg0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6udg0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3 c8nw0:2 6hes0:3|
America/Winnipeg|-23316,-21600,-18000|-171bfcc:1 f0j80c:2 7k580:1 tj700:2 a2vw0:1 9ok840:2 6u7w0:1 2a5hg0:2 1wd180:1 biw40:2 7x3w0:1 a31g0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b7s40:2 7tek0:1 autg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 9cyk0:1 9d440:2 7x3w0:1 1cm2s0:2 7k580:1 1cm2s0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 902o0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 902o0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 8a5c0:2 afxc0:1 8a5c0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 8a5c0:2 afxc0:1 8a5c0:2 afxc0:1 8a5c0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 8a5c0:2 afxc0:1 8a5c0:2 afxc0:1 8a5c0:2 afxc0:1 8a5c0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 8a5c0:2 afxc0:1 8a5c0:2 afxc0:1 8a5c0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 ast80:1 6udg0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6udg0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6udg0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6udg0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2 c8nw0:1 6hes0:2|
America/Yakutat|52865,-33535,-32400,-28800|-1hc7qjz:1 h4yv3i:2 ln720h:3 1wd180:2 cawis0:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 3lpg0:3 f4d80:2 64g40:3 clmk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 6udg0:3|-32400 -28800 3.2.0.7200 11.1.0.7200
Antarctica/Casey|0,28800,39600|-irxc0:1 lag4o0:2 73bo0:1 uz1o0:2 60l80:1 2fnh80:2 pz9g0:1 at4c0:2 89u80:1 acgc0:2 80no0:1 asw1o:2 89wyc:1 ag5po:2 89wyc:1 ag5po:2 84lac:1|
Antarctica/Davis|0,25200,18000|-6rmdc0:1 42jdw0:0 27wgs0:1 l8uss0:2 7eqs0:1 unmk0:2 60qs0:1|
Antarctica/Macquarie|0,36000,39600|-10mb9c0:1 8ts4g0:2 902o0:1 11wns0:0 f4kh40:1 a6p8g0:2 9d1c0:1 asw00:2 6uao0:1 bvs00:2 6uao0:1 bvs00:2 779c0:1 bvs00:2 64dc0:1 clpc0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6uao0:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 7x6o0:1 b5uo0:2 7k800:1 b5uo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 bvs00:2 7k800:1 bitc0:2 7k800:1 bitc0:2 779c0:1 bitc0:2 779c0:1 bitc0:2 7x6o0:1 9q000:2 902o0:1 9q000:2 902o0:1 9q000:2 902o0:1 9q000:2 902o0:1 9q000:2 9d1c0:1 9q000:2 902o0:1 9q000:2 902o0:1 9q000:2 902o0:1 9q000:2 902o0:1 7x6o0:2 asw00:1 a2yo0:2 902o0:1 9q000:2 902o0:1 9q000:2 902o0:1 9q000:2 902o0:1 9q000:2 9d1c0:1 9d1c0:2 902o0:1 a2yo0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 ncic0:2|36000 39600 10.1.0.7200 4.1.0.10800
Antarctica/Mawson|0,21600,18000|-8aelc0:1 t22y80:2|
Antarctica/Palmer|0,-10800,-14400,-7200|-2lxhc0:1 31ho0:2 bqas0:1 71mk0:2 bqas0:1 8ovw0:2 9d440:1 9px80:2 9d440:1 9cyk0:2 9d440:1 28t6k0:3 51ek0:1 46b6s0:2 8c2s0:1 7x3w0:2 asys0:1 7x3w0:2 b5xg0:1 7k580:2 b5xg0:1 7k580:2 b5xg0:1 9cyk0:2 9d440:1 7x3w0:2 asys0:1 7x3w0:2 b5xg0:1 7k580:2 9q2s0:1 8zzw0:2 b5xg0:1 7x3w0:2 asys0:1 7x3w0:2 asys0:1 7x3w0:2 asys0:1 7x3w0:2 b5xg0:1 7k580:2 b5xg0:1 8n180:2 a31g0:1 7x3w0:2 a31g0:1 9px80:2 9q2s0:1 7x3w0:2 b5xg0:1 7k580:2 b5xg0:1 7k580:2 b5xg0:1 7k580:2 b5xg0:1 7x3w0:2 asys0:1 7x3w0:2 asys0:1 7x3w0:2 b5xg0:1 7k580:2 b5xg0:1 8n180:2 a31g0:1 7x3w0:2 asys0:1 8zzw0:2 9q2s0:1 ast80:2 5eis0:1 cyl80:2 6hes0:1 c8nw0:2 6udg0:1 bvp80:2 6udg0:1 vonw0:2 4olg0:1|
Antarctica/Rothera|0,-10800|3lxs00:1|
Antarctica/Troll|0|ibruo0:0|0 7200 3.5.0.3600 10.5.0.10800
Antarctica/Vostok|0,25200,18000|-6aaao0:1 iushw0:0 e23g0:1 f79gs0:2|
Asia/Almaty|18468,18000,21600,25200|-nu1a90:1 37a0d0:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:1 5reo0:2 3ljw0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 a37rs0:1|
Asia/Amman|8624,7200,10800|-kcrtbk:1 m566fk:2 60l80:1 awo40:2 7v980:1 awo40:2 7v980:1 ayis0:2 9gnw0:1 9b9g0:2 7v980:1 autg0:2 7v980:1 3e6840:2 9et80:1 9io40:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 ayis0:2 7rjw0:1 ag040:2 8a2k0:1 9zc40:2 8drw0:1 a31g0:2 8zzw0:1 9d440:2 9cyk0:1 9d440:2 8n180:1 ag040:2 8a5c0:1 afxc0:2 8n400:1 a2yo0:2 8n400:1 a2yo0:2 8n400:1 epmo0:2 4deo0:1 9o5c0:2 9ew00:1 9b6o0:2 9ew00:1 9d1c0:2 9d1c0:1 9d1c0:2 asw00:1 7x6o0:2 afxc0:1 8n400:2 9d1c0:1 9d1c0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 wel80:1 51k40:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 64dc0:2|
Asia/Anadyr|42596,43200,46800,50400,39600|-nu1sv8:1 379zj8:2 qi27w0:3 9et80:2 is040:1 9d440:2 9et80:1 9eys0:2 9d6w0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 iq5g0:4 5reo0:1 3ljw0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 j3440:4 7k800:1|
Asia/Aqtau|12064,14400,18000,21600|-nu15b4:1 379y74:2 qrh3w0:3 iruk0:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:1 5reo0:2 3ljw0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:1 9d440:2 9d1c0:1 9q000:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2|
Asia/Aqtobe|13720,14400,18000,21600|-nu16l4:1 379zh4:2 qi27w0:3 s6qk0:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:1 5reo0:2 3ljw0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2|
Asia/Ashgabat|14012,14400,18000,21600|-nu16t8:1 379zp8:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:1 5reo0:2|
Asia/Atyrau|12464,10800,18000,21600,14400|-nu15m8:1 37a1a8:2 qrh140:3 iruk0:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:4 5reo0:2 3ljw0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 j3440:4 7k800:2 b5uo0:4 7k800:2 b5uo0:4 7x6o0:2 asw00:4 7x6o0:2 asw00:4 7x6o0:2|
Asia/Baghdad|10660,10656,10800,14400|-15r1hk4:1 em11c4:2 xkn3w0:3 7v980:2 9b9g0:3 9gnw0:2 9eys0:3 9et80:2 9d440:3 9b9g0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 9f1k0:3 9ew00:2 9ew00:3 9ew00:2 9d1c0:3 9ew00:2 9d1c0:3 9ew00:2 9d1c0:3 9ew00:2 9ew00:3 9ew00:2 9d1c0:3 9ew00:2 9d1c0:3 9ew00:2 9d1c0:3 9ew00:2 9ew00:3 9ew00:2 9d1c0:3 9ew00:2 9d1c0:3 9ew00:2 9d1c0:3 9ew00:2 9ew00:3 9ew00:2 9d1c0:3 9ew00:2 9d1c0:3 9ew00:2 9d1c0:3 9ew00:2|
Asia/Baku|11964,10800,14400,18000|-nu158c:1 h4tkwc:2 ckinw0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:1 9d1c0:2 239ew0:3 asw00:2 7x3w0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2|
Asia/Bangkok|24124,25200|-pysda4:1|
Asia/Barnaul|20100,21600,25200,28800|-q4ljic:1 5hu6uc:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:1 5reo0:2 3ljw0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 38fo0:2 64og0:1 9q000:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 1vbzw0:1 qnc40:2|
Asia/Beirut|8520,7200,10800|-1ayy98o:1 kzyuco:2 aunw0:1 88dg0:2 9et80:1 8yas0:2 a2vw0:1 a31g0:2 7k580:1 hjqo40:2 7v980:1 awo40:2 7v980:1 awo40:2 7v980:1 ayis0:2 7v980:1 awo40:2 7v980:1 5lhs40:2 56yk0:1 awo40:2 7v980:1 awo40:2 7v980:1 awo40:2 7v980:1 ayis0:2 7v980:1 awo40:2 7v980:1 autg0:2 7v980:1 2wxus0:2 8n180:1 a4w40:2 8n180:1 a4w40:2 8n180:1 a4w40:2 8n180:1 bs5g0:2 71mk0:1 alk40:2 86d80:1 a4w40:2 8n180:1 a4w40:2 8n180:1 a6qs0:2 80t80:1 905g0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9q2s0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2|7200 10800 3.5.0.0 10.5.0.0
Asia/Bishkek|17904,18000,21600,25200|-nu19tc:1 379zxc:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 h8dc0:1 bkl80:2 8n180:1 a31g0:2 8n180:1 a31g0:2 8n180:1 a31g0:2 8n180:1 a31g0:2 8zzw0:1 9db20:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2 b5rw0:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 b5rw0:1 7kas0:2|
Asia/Chita|27232,28800,32400,36000|-q4cfog:1 5hkxgg:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:1 5reo0:2 3ljw0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 1vbzw0:1 qnew0:2|
Asia/Colombo|19164,19172,19800,21600,23400|-1ayyhgc:1 dkh6ns:2 isle6k:3 cajy0:4 1mp2u0:2 qetjw0:4 7x5a0:3 4xvqq0:2|
Asia/Damascus|8712,7200,10800|-q3gk20:1 5k6q0:2 8n180:1 a31g0:2 8n180:1 a31g0:2 8n180:1 a31g0:2 8zzw0:1 k4hk40:2 7yyk0:1 awo40:2 7tek0:1 b0dg0:2 7v980:1 awo40:2 7tek0:1 alk40:2 887w0:1 awo40:2 7v980:1 ayis0:2 7v980:1 awo40:2 7v980:1 awo40:2 7v980:1 awo40:2 7v980:1 ayis0:2 7v980:1 awo40:2 7v980:1 awo40:2 7v980:1 awo40:2 7v980:1 ayis0:2 7v980:1 awo40:2 6bp80:1 cg840:2 6bp80:1 2eh1g0:2 8zzw0:1 9ts40:2 8zzw0:1 pvk40:2 c33w0:1 7cw40:2 cjrw0:1 6zxg0:2 btuk0:1 7rpg0:2 9gnw0:1 9d440:2 9cyk0:1 9et80:2 9et80:1 9rxg0:2 91uk0:1 92040:2 9et80:1 9o840:2 9et80:1 9d440:2 9et80:1 9eys0:2 9et80:1 9b9g0:2 9gnw0:1 99es0:2 9iik0:1 9d440:2 9et80:1 9eys0:2 9et80:1 9d440:2 9et80:1 9d440:2 9et80:1 9d440:2 9et80:1 9eys0:2 9et80:1 9d440:2 9et80:1 9d440:2 8y580:1 9q2s0:2 b5rw0:1 7x9g0:2 aunw0:1 7ig40:2 b5rw0:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2 b5rw0:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2|
Asia/Dhaka|21700,21200,23400,19800,21600,25200|-15r1q2s:1 r080dw:2 bmgyw:3 5lxg0:2 4qknw0:4 u4ijy0:5 a1400:4|
Asia/Dili|30140,28800,32400|-u9s3k0:1 fqct80:2 hufs00:1 cpz440:2|
Asia/Dubai|13272,14400|-q3gnko:1|
Asia/Dushanbe|16512,18000,21600,25200|-nu18qo:1 379yuo:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 hp440:1|
Asia/Famagusta|8148,7200,10800|-p4bqac:1 rvhy2c:2 9cyk0:1 b42s0:2 7nuk0:1 8yas0:2 8zzw0:1 9q2s0:2 9et80:1 9b9g0:2 9cyk0:1 9q2s0:2 8zzw0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9q2s0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 at4c0:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 tvxc0:1|7200 10800 3.5.0.10800 10.5.0.14400
Asia/Gaza|8272,7200,10800|-1054x1s:1 kp9t1s:2 69xc0:1 2f1c0:2 10q800:1 7rmo0:2 b0ao0:1 7thc0:2 b0ao0:1 8jeo0:2 a8io0:1 8jeo0:2 a8io0:1 5hoig0:2 7el80:1 awo40:2 7v980:1 awqw0:2 7tk40:1 b07w0:2 7tk40:1 ayd80:2 7tk40:1 ayd80:2 7tk40:1 ayd80:2 7tk40:1 b07w0:2 7tk40:1 ayd80:2 7tk40:1 ayd80:2 7ves0:1 awik0:2 1sns0:1 3p6is0:2 51ek0:1 9q2s0:2 6u7w0:1 2kjk40:2 25s00:1 1weyo0:2 5reo0:1 bvs00:2 776k0:1 dbpg0:2 5rbw0:1 bbhg0:2 7rjw0:1 asys0:2 7k580:1 c8tg0:2 6h980:1 ag040:2 7x3w0:1 asys0:2 8a2k0:1 asys0:2 8a2k0:1 ap9g0:2 80t80:1 ap9g0:2 7nuk0:1 b2840:2 80t80:1 b2840:2 8n400:1 a2yo0:2 8n400:1 a2yo0:2 8n400:1 asw00:2 9cyk0:1 9q2s0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 8n400:1 a2yo0:2 8ulg0:1 97ek0:2 8y580:1 9ts40:2 8hms0:1 a4qk0:2 7x3w0:1 asys0:2 8a5c0:1 ahs1o:2 71mic:1 bzk5o:2 69uic:1 cg840:2 902o0:1 9q000:2 9cyk0:1 9d440:2 ast80:1 7z440:2 ar1c0:1 7z440:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2 b5rw0:1 7vc00:2 aunw0:1 7x9g0:2 asw00:1 7x6o0:2 b4000:1 7nxc0:2 b42s0:1 9d440:2 9cyk0:1 905g0:2 9px80:1 8n6s0:2 a2vw0:1 7x9g0:2 ast80:1 7x9g0:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2 b5rw0:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2 b5rw0:1 7x9g0:2 afuk0:1 8a840:2 a2vw0:1 8n6s0:2 9cyk0:1 9d440:2 8zzw0:1 9q2s0:2 8a2k0:1 2itg0:2 cvw0:1 7x9g0:2 7k580:1 25us0:2 12t80:1 7x9g0:2 776k0:1 25us0:2 1frw0:1 7x9g0:2 6h980:1 2itg0:2 1sqk0:1 7x9g0:2 64ak0:1 25us0:2 2vmk0:1 7kas0:2 5rbw0:1 25us0:2 38l80:1 7kas0:2 51ek0:1 2itg0:2 3ljw0:1 7x9g0:2 4bh80:1 25us0:2 4bh80:1 7x9g0:2 3ljw0:1 2itg0:2 4ofw0:1 7x9g0:2 38l80:1 25us0:2 5rbw0:1 7kas0:2 2vmk0:1 25us0:2 64ak0:1 7kas0:2 25p80:1 2itg0:2 6h980:1 7x9g0:2 1frw0:1 25us0:2 776k0:1 7x9g0:2 puk0:1 2itg0:2 7k580:1 7x9g0:2 cvw0:1 2itg0:2 7x3w0:1 a31g0:2 8zzw0:1 9d440:2 9cyk0:1 8n6s0:2 a2vw0:1 8a840:2 afuk0:1 7x9g0:2 ast80:1 7x9g0:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2 b5rw0:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2 ast80:1 8a840:2 a2vw0:1 8n6s0:2 9px80:1 905g0:2 8zzw0:1 9q2s0:2 8n180:1 25us0:2 cvw0:1 7kas0:2 8a2k0:1 25us0:2 puk0:1 7kas0:2 7k580:1 2itg0:2 12t80:1 7x9g0:2 6u7w0:1 25us0:2 1sqk0:1 7x9g0:2 64ak0:1 2itg0:2 25p80:1 7x9g0:2 5rbw0:1 2itg0:2 2vmk0:1 7kas0:2 5ed80:1 25us0:2 3ljw0:1 7kas0:2 4ofw0:1 2itg0:2 3yik0:1 7x9g0:2 3yik0:1 25us0:2 4ofw0:1 7x9g0:2 3ljw0:1 25us0:2 51ek0:1 7x9g0:2 2vmk0:1 2itg0:2 5ed80:1 7x9g0:2 2inw0:1 25us0:2 6h980:1 7kas0:2 1sqk0:1 2itg0:2 6u7w0:1 7kas0:2 1frw0:1 2itg0:2 776k0:1 7x9g0:2 puk0:1 25us0:2 7x3w0:1|7200 10800 3.4.4.180000 10.4.4.180000
Asia/Hebron|8423,7200,10800|-1054x5z:1 kp9t5z:2 69xc0:1 2f1c0:2 10q800:1 7rmo0:2 b0ao0:1 7thc0:2 b0ao0:1 8jeo0:2 a8io0:1 8jeo0:2 a8io0:1 5hoig0:2 7el80:1 awo40:2 7v980:1 awqw0:2 7tk40:1 b07w0:2 7tk40:1 ayd80:2 7tk40:1 ayd80:2 7tk40:1 ayd80:2 7tk40:1 b07w0:2 7tk40:1 ayd80:2 7tk40:1 ayd80:2 7ves0:1 awik0:2 1sns0:1 3p6is0:2 51ek0:1 9q2s0:2 6u7w0:1 2kjk40:2 25s00:1 1weyo0:2 5reo0:1 bvs00:2 776k0:1 dbpg0:2 5rbw0:1 bbhg0:2 7rjw0:1 asys0:2 7k580:1 c8tg0:2 6h980:1 ag040:2 7x3w0:1 asys0:2 8a2k0:1 asys0:2 8a2k0:1 ap9g0:2 80t80:1 ap9g0:2 7nuk0:1 b2840:2 80t80:1 b2840:2 8n400:1 a2yo0:2 8n400:1 a2yo0:2 8n400:1 asw00:2 9cyk0:1 9q2s0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 8n400:1 a2yo0:2 8ulg0:1 97ek0:2 8y580:1 9ts40:2 8hms0:1 a4qk0:2 82nw0:1 anes0:2 8a5c0:1 afxc0:2 73h80:1 bzk5o:2 69uic:1 1hs40:2 1lbw0:1 9d440:2 902o0:1 9q000:2 9cyk0:1 9d440:2 ast80:1 7z440:2 ar1c0:1 7z440:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2 b5rw0:1 7vc00:2 aunw0:1 7x9g0:2 asw00:1 7x6o0:2 b4000:1 7nxc0:2 b42s0:1 9d440:2 9cyk0:1 905g0:2 9px80:1 8n6s0:2 a2vw0:1 7x9g0:2 ast80:1 7x9g0:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2 b5rw0:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2 b5rw0:1 7x9g0:2 afuk0:1 8a840:2 a2vw0:1 8n6s0:2 9cyk0:1 9d440:2 8zzw0:1 9q2s0:2 8a2k0:1 2itg0:2 cvw0:1 7x9g0:2 7k580:1 25us0:2 12t80:1 7x9g0:2 776k0:1 25us0:2 1frw0:1 7x9g0:2 6h980:1 2itg0:2 1sqk0:1 7x9g0:2 64ak0:1 25us0:2 2vmk0:1 7kas0:2 5rbw0:1 25us0:2 38l80:1 7kas0:2 51ek0:1 2itg0:2 3ljw0:1 7x9g0:2 4bh80:1 25us0:2 4bh80:1 7x9g0:2 3ljw0:1 2itg0:2 4ofw0:1 7x9g0:2 38l80:1 25us0:2 5rbw0:1 7kas0:2 2vmk0:1 25us0:2 64ak0:1 7kas0:2 25p80:1 2itg0:2 6h980:1 7x9g0:2 1frw0:1 25us0:2 776k0:1 7x9g0:2 puk0:1 2itg0:2 7k580:1 7x9g0:2 cvw0:1 2itg0:2 7x3w0:1 a31g0:2 8zzw0:1 9d440:2 9cyk0:1 8n6s0:2 a2vw0:1 8a840:2 afuk0:1 7x9g0:2 ast80:1 7x9g0:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2 b5rw0:1 7x9g0:2 ast80:1 7x9g0:2 ast80:1 7x9g0:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2 ast80:1 8a840:2 a2vw0:1 8n6s0:2 9px80:1 905g0:2 8zzw0:1 9q2s0:2 8n180:1 25us0:2 cvw0:1 7kas0:2 8a2k0:1 25us0:2 puk0:1 7kas0:2 7k580:1 2itg0:2 12t80:1 7x9g0:2 6u7w0:1 25us0:2 1sqk0:1 7x9g0:2 64ak0:1 2itg0:2 25p80:1 7x9g0:2 5rbw0:1 2itg0:2 2vmk0:1 7kas0:2 5ed80:1 25us0:2 3ljw0:1 7kas0:2 4ofw0:1 2itg0:2 3yik0:1 7x9g0:2 3yik0:1 25us0:2 4ofw0:1 7x9g0:2 3ljw0:1 25us0:2 51ek0:1 7x9g0:2 2vmk0:1 2itg0:2 5ed80:1 7x9g0:2 2inw0:1 25us0:2 6h980:1 7kas0:2 1sqk0:1 2itg0:2 6u7w0:1 7kas0:2 1frw0:1 2itg0:2 776k0:1 7x9g0:2 puk0:1 25us0:2 7x3w0:1|7200 10800 3.4.4.180000 10.4.4.180000
Asia/Ho_Chi_Minh|25590,25200,28800,32400|-umdqeu:1 gj25iu:2 15ct80:3 8so00:1 tmtk0:2 4azmo0:1 2cm7w0:2 8285c0:1|
Asia/Hong_Kong|27402,28800,32400,30600|-y0i0s0:1 j44dk0:2 5k000:3 4d4y0:2 2195i0:1 7x3w0:2 bj320:1 6uao0:2 bvs00:1 7x6o0:2 9d1c0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 8a5c0:2 asw00:1 7x6o0:2 ast80:1 77c40:2 biqk0:1 77c40:2 bvp80:1 6udg0:2 bvp80:1 77c40:2 biqk0:1 77c40:2 biqk0:1 77c40:2 biqk0:1 77c40:2 bvp80:1 6udg0:2 bvp80:1 6udg0:2 bvp80:1 77c40:2 biqk0:1 77c40:2 biqk0:1 8n6s0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 3lpg0:2 f4d80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 1c9440:2 8a2k0:1|
Asia/Hovd|21996,21600,25200,28800|-xmcoz0:1 11sncb0:2 2qk2k0:3 9et80:2 9eys0:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9q2s0:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 1ckdo0:3 7x3w0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 4fio40:3 9ct00:2 9d9o0:3 9ct00:2|
Asia/Irkutsk|25025,25200,28800,32400|-q28gn5:1 5fh175:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:1 5reo0:2 3ljw0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 1vbzw0:2|
Asia/Jakarta|25632,26400,27000,32400,28800,25200|-o0bdpc:1 4lzxc0:2 4wdzjc:3 1tu960:2 1cx860:4 11jta0:2 74uc20:5|
Asia/Jayapura|33768,32400,34200|-jebm20:1 66bqe0:2 a37vy0:1|
Asia/Jerusalem|8454,8440,7200,10800,14400|-1ayy96u:1 jtxuoe:2 bp5aig:3 69xc0:2 2f1c0:3 10q800:2 7rmo0:3 b0ao0:2 7thc0:3 b0ao0:2 8jeo0:3 a8io0:2 8jeo0:3 a8io0:2 t9pc0:4 571c0:3 34yo0:2 9b6o0:3 9gqo0:2 8jeo0:3 7thc0:2 a6o00:3 bitc0:2 8a5c0:3 9d1c0:2 902o0:3 7x6o0:2 e1k00:3 4oio0:2 e1k00:3 4oio0:2 dolc0:3 64dc0:2 asw00:3 7k800:2 8rfeg0:3 51ek0:2 9q2s0:3 6u7w0:2 2kjk40:3 25s00:2 1weyo0:3 5reo0:2 bvs00:3 776k0:2 dbpg0:3 5rbw0:2 bbhg0:3 7rjw0:2 asys0:3 7k580:2 c8tg0:3 6h980:2 ag040:3 7x3w0:2 asys0:3 8a2k0:2 asys0:3 8a2k0:2 ap9g0:3 80t80:2 ap9g0:3 7nuk0:2 b2840:3 80t80:2 9zc40:3 9iik0:2 9kis0:3 93p80:2 9mdg0:3 8qqk0:2 apf00:3 7x3w0:2 biw40:3 8zx40:2 9io40:3 8n180:2 9kis0:3 9vh80:2 8ulg0:3 9px80:2 9mdg0:3 8n180:2 9tuw0:3 9tmk0:2 8wg40:3 9gnw0:2 99es0:3 8qqk0:2 9zc40:3 9tmk0:2 8wg40:3 9gnw0:2 99es0:3 8qqk0:2 acas0:3 9gnw0:2 99es0:3 93p80:2 9mdg0:3|7200 10800 3.4.4.93600 10.5.0.7200
Asia/Kabul|16608,14400,16200|-15r1m5c:1 spc1pc:2|
Asia/Kamchatka|38076,39600,43200,46800|-olrupo:1 3z045o:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:1 5reo0:2 3ljw0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 j3440:1 7k800:2|
Asia/Karachi|16092,19800,23400,18000,21600|-wvpb30:1 im3zt0:2 1mn180:1 33xpg0:3 qd6eq0:4 9cyk0:3 2y85g0:4 7v980:3 8hms0:4 aaak0:3|
Asia/Kathmandu|20476,19800,20700|-q3gt4s:1 yg2lus:2|
Asia/Khandyga|32533,28800,32400,36000,39600|-q4cjrp:1 5hl1jp:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:1 5reo0:2 3ljw0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 3fx40:3 4h6s0:4 b5uo0:3 7k800:4 b5uo0:3 7k800:4 b5uo0:3 7k800:4 b5uo0:3 7x6o0:4 asw00:3 7x6o0:4 asw00:3 7x6o0:4 b5uo0:3 7k800:4 8ql00:3 1mlho0:2|
Asia/Kolkata|21208,21200,19270,19800,23400|-1oaa314:1 83glc8:2 isc6tm:3 innm9a:4 bmfw0:3 5lxg0:4 1mn180:3|
Asia/Krasnoyarsk|22286,21600,25200,28800|-q37l72:1 5gg8j2:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:1 5reo0:2 3ljw0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 1vbzw0:2|
Asia/Kuching|26480,27000,28800,30000,32400|-mvof3k:1 3khwxk:2 1epvy0:3 4ohqo:2 e5a9c:3 4ohqo:2 e3flc:3 4ohqo:2 e3flc:3 4ohqo:2 e3flc:3 4ohqo:2 e5a9c:3 4ohqo:2 e3flc:3 4ohqo:2 3ajlc:4 1v2qk0:2|
Asia/Macau|27250,28800,32400,36000|-y0i2cy:1 jdvyoy:2 6onw0:3 ac580:2 8fs40:3 7v980:2 11luw0:1 awlc0:2 7vc00:1 ac800:2 bko00:1 7x6o0:2 9d1c0:1 7vc00:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 auqo0:1 88ao0:2 asw00:1 7x6o0:2 asw00:1 779c0:2 bitc0:1 779c0:2 bvs00:1 6uao0:2 bw1q0:1 77c40:2 biqk0:1 77c40:2 biqk0:1 77c40:2 biqk0:1 77c40:2 bvp80:1 6udg0:2 bvp80:1 6udg0:2 bvp80:1 77c40:2 biqk0:1 77c40:2 biqk0:1 8n6s0:2 9cvs0:1 9d6w0:2 9cvs0:1 9d6w0:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 3lpg0:2 f4d80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 1c9440:2 8a2k0:1|
Asia/Magadan|36192,36000,39600,43200|-nu1nxc:1 37a05c:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:1 5reo0:2 3ljw0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 1vbzw0:1 s39k0:2|
Asia/Makassar|28656,28800,32400|-jebi40:1 4u87w0:2 1w02k0:1|
Asia/Manila|-57368,29032,28800,32400|-1t8ix2g:1 sjc9ig:2 je0pc0:3 3wnw0:2 2kc5g0:3 22dp80:2 4d3ms0:3 2rx80:2 bwlpg0:3 95jw0:2 6lv1g0:3 3jp80:2|
Asia/Nicosia|8008,7200,10800|-p4bq6g:1 rvhxyg:2 9cyk0:1 b42s0:2 7nuk0:1 8yas0:2 8zzw0:1 9q2s0:2 9et80:1 9b9g0:2 9cyk0:1 9q2s0:2 8zzw0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9px80:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9q2s0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 80t80:2|7200 10800 3.5.0.10800 10.5.0.14400
Asia/Novokuznetsk|20928,21600,25200,28800|-nu36tc:1 37bu5c:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:1 5reo0:2 3ljw0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 j3440:1 7k800:2|
Asia/Novosibirsk|19900,21600,25200,28800|-q4do0s:1 5hmbcs:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:1 5reo0:2 3ljw0:3 9d1c0:2 9d1c0:3 2vh00:2 6hn40:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 1vbzw0:1 wrpg0:2|
Asia/Omsk|17610,18000,21600,25200|-q5xmx6:1 5j6d16:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:1 5reo0:2 3ljw0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 1vbzw0:2|
Asia/Oral|12324,10800,18000,21600,14400|-nu15ic:1 37a16c:2 qi2540:3 s6qk0:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 iq5g0:4 9d1c0:2 9q000:4 9d1c0:2 9d1c0:4 5reo0:2 cyo00:4 9d1c0:2 9d1c0:4 9d1c0:2 9d1c0:4 9d1c0:2 9d1c0:4 9q000:2 asw00:4 7x6o0:2 asw00:4 7x6o0:2 asw00:4 7x6o0:2 b5uo0:4 7k800:2 b5uo0:4 7k800:2 b5uo0:4 7x6o0:2 asw00:4 7x6o0:2 asw00:4 7x6o0:2|
Asia/Pontianak|26240,27000,32400,28800,25200|-jebg8w:1 4tnu2w:2 1wkei0:1 1cx860:3 11jta0:1 74uc20:3 cixam0:4|
Asia/Pyongyang|30180,30600,32400|-w895yc:1 1yh10c:2 1i2uzy0:1 1f4qo0:2|
Asia/Qatar|12368,14400,10800|-q3gmvk:1 rctnrk:2|
Asia/Qostanay|15268,14400,18000,21600|-nu17s4:1 37a0o4:2 qi27w0:3 s6qk0:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:1 5reo0:2 3ljw0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 aedjo0:2|
Asia/Qyzylorda|15712,14400,18000,21600|-nu184g:1 37a10g:2 qi27w0:3 s6qk0:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 ohhc0:3 cyo00:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 7osl00:2|
Asia/Riyadh|11212,10800|-bwgbbg:1|
Asia/Sakhalin|34248,32400,39600,43200,36000|-xl87rc:1 kvnarc:2 ikvh40:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:4 5reo0:2 3ljw0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 asw00:2 iq5g0:4 7x6o0:2 asw00:4 7x6o0:2 b5uo0:4 7k800:2 b5uo0:4 7k800:2 b5uo0:4 7x6o0:2 asw00:4 7x6o0:2 asw00:4 7x6o0:2 b5uo0:4 7k800:2 b5uo0:4 7k800:2 b5uo0:4 7k800:2 b5uo0:4 7x6o0:2 asw00:4 7x6o0:2 asw00:4 7x6o0:2 b5uo0:4 7k800:2 1vbzw0:4 qnc40:2|
Asia/Samarkand|16073,14400,18000,21600|-nu18eh:1 37a1ah:2 qi27w0:3 s6qk0:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2|
Asia/Seoul|30472,30600,32400,36000,34200|-w8966g:1 1yh18g:2 j07fy0:3 5cik0:2 ae5g0:3 8a2k0:2 ae5g0:3 8bx80:2 c8tg0:3 6h980:2 1bj6s0:1 l3aq0:4 6j3w0:1 d2g40:4 6u7w0:1 b5xg0:4 776k0:1 biw40:4 776k0:1 biw40:4 776k0:1 biw40:4 776k0:1 grs40:2 dfqxi0:3 7x6o0:2 asw00:3 7x6o0:2|
Asia/Shanghai|29143,28800,32400|-100eztj:1 9jeyxj:2 8sl80:1 asbpg0:2 6w2k0:1 7ves0:2 bxjw0:1 4mqs0:2 1vduk0:1 d4as0:2 75bw0:1 a31g0:2 aaak0:1 9d440:2 7v980:1 awo40:2 1dx80:1 j9xpo0:2 6u7w0:1 asys0:2 7x3w0:1 b5xg0:2 7k580:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1|
Asia/Singapore|24925,25200,26400,27000,32400,28800|-xphpwd:1 eeb94d:2 4it32o:3 8n3jc:4 1v2p60:3 iy3ms0:5|
Asia/Srednekolymsk|36892,36000,39600,43200|-nu1ogs:1 37a0os:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:1 5reo0:2 3ljw0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 1vbzw0:2|
Asia/Taipei|29160,28800,32400|-12mch60:1 lsd1m0:2 45slc0:1 c51c0:2 75bw0:1 a31g0:2 aaak0:1 9d440:2 7v980:1 awo40:2 7v980:1 awo40:2 7v980:1 awo40:2 7v980:1 7tk40:2 clmk0:1 7rpg0:2 b07w0:1 7rpg0:2 b07w0:1 7rpg0:2 9et80:1 9eys0:2 9et80:1 9d440:2 9et80:1 9d440:2 9et80:1 9d440:2 9et80:1 cjxg0:2 69uk0:1 ci2s0:2 69uk0:1 6its40:2 9et80:1 9d440:2 9et80:1 1yf9g0:2 4qak0:1|
Asia/Tashkent|16631,18000,21600,25200|-nu18tz:1 379yxz:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:1|
Asia/Tbilisi|10751,10800,14400,18000|-nu14an:1 h4tjyn:2 ckinw0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:1 9cvs0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 ipzw0:3 9cyk0:2 9q2s0:3 tivw0:2 7x9g0:3 ast80:2 7x9g0:3 b5rw0:2 7kas0:3 b5rw0:2 7kas0:3 b5rw0:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 4ofw0:2 6hn40:1 7k800:2|
Asia/Tehran|12344,12600,16200,14400,18000|-i18hiw:1 lsvh0w:2 ayg00:3 7z2q0:4 6uao0:3 51hc0:1 a3020:2 5yqk0:1 9gtg0:2 9kd80:1 5ja5g0:2 7avw0:1 9d440:2 9gnw0:1 9b9g0:2 9gnw0:1 9b9g0:2 9gnw0:1 9b9g0:2 9gnw0:1 9b9g0:2 9gnw0:1 9d440:2 9gnw0:1 9b9g0:2 9gnw0:1 9b9g0:2 9gnw0:1 9b9g0:2 9gnw0:1 9d440:2 9gnw0:1 9b9g0:2 9gnw0:1 9b9g0:2 9gnw0:1 9b9g0:2 9gnw0:1 9d440:2 9gnw0:1 1av440:2 9gnw0:1 9d440:2 9gnw0:1 9b9g0:2 9gnw0:1 9b9g0:2 9gnw0:1 9b9g0:2 9gnw0:1 9d440:2 9gnw0:1 9b9g0:2 9gnw0:1 9b9g0:2 9gnw0:1 9b9g0:2 9gnw0:1 9d440:2 9gnw0:1 9b9g0:2 9gnw0:1 9b9g0:2 9gnw0:1 9b9g0:2 9gnw0:1 9d440:2 9gnw0:1 9b9g0:2 9gnw0:1|
Asia/Thimphu|21516,19800,21600|-bojclo:1 kxymno:2|
Asia/Tokyo|33539,32400,36000|-16snno0:1 vhjeo0:2 6uao0:1 afxc0:2 8a5c0:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1|
Asia/Tomsk|20391,21600,25200,28800|-q3zbqf:1 5h7z2f:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:1 5reo0:2 3ljw0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 1leo0:2 97k40:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 1vbzw0:1 tw040:2|
Asia/Ulaanbaatar|25652,25200,28800,32400|-xmcrsk:1 11sncck:2 2qk2k0:3 9et80:2 9eys0:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9q2s0:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 1ckdo0:3 7x3w0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 4fio40:3 9ct00:2 9d9o0:3 9ct00:2|
Asia/Urumqi|21020,21600|-lx5pjw:1|
Asia/Ust-Nera|34374,28800,32400,43200,39600,36000|-q4cl6u:1 5hl2yu:2 qi27w0:3 9eno0:4 9d440:3 9et80:4 9d440:3 9et80:4 9eys0:3 9d6w0:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 9q000:4 iq5g0:5 5reo0:4 3ljw0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9q000:3 asw00:4 7x6o0:3 asw00:4 7x6o0:3 asw00:4 7x6o0:3 b5uo0:4 7k800:3 b5uo0:4 7k800:3 b5uo0:4 7x6o0:3 asw00:4 7x6o0:3 asw00:4 7x6o0:3 b5uo0:4 7k800:3 b5uo0:4 7k800:3 b5uo0:4 7k800:3 b5uo0:4 7x6o0:3 asw00:4 7x6o0:3 asw00:4 7x6o0:3 b5uo0:4 7k800:3 8ql00:4 1mlho0:5|
Asia/Vladivostok|31651,32400,36000,39600|-oligf7:1 3yqvf7:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:1 5reo0:2 3ljw0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 1vbzw0:2|
Asia/Yakutsk|31138,28800,32400,36000|-q4cioy:1 5hl0gy:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:1 5reo0:2 3ljw0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 1vbzw0:2|
Asia/Yangon|23087,23400,32400|-q3gv5b:1 bnjp3b:2 1kh520:1|
Asia/Yekaterinburg|14553,13505,14400,18000,21600|-rx5hw9:1 1kybx4:2 5pfyv5:3 qi27w0:4 9et80:3 9d440:4 9et80:3 9d440:4 9et80:3 9eys0:4 9d6w0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9q000:3 iq5g0:2 5reo0:3 3ljw0:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 9q000:4 asw00:3 7x6o0:4 asw00:3 7x6o0:4 asw00:3 7x6o0:4 b5uo0:3 7k800:4 b5uo0:3 7k800:4 b5uo0:3 7x6o0:4 asw00:3 7x6o0:4 asw00:3 7x6o0:4 b5uo0:3 7k800:4 b5uo0:3 7k800:4 b5uo0:3 7k800:4 b5uo0:3 7x6o0:4 asw00:3 7x6o0:4 asw00:3 7x6o0:4 b5uo0:3 7k800:4 1vbzw0:3|
Asia/Yerevan|10680,10800,14400,18000|-nu148o:1 h4tjwo:2 ckinw0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 iq5g0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 11t180:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2|
Atlantic/Azores|-6160,-6872,-7200,-3600,0,3600|-18vsdww:1 em124w:2 2bufw0:3 6zxg0:2 66800:3 bq580:2 71s40:3 bq580:2 71s40:3 bq580:2 73ms0:3 bq580:2 71s40:3 bq580:2 1b2g00:3 8so00:2 st1c0:3 8n400:2 9q000:3 902o0:2 a2yo0:3 902o0:2 a2yo0:3 8n400:2 st1c0:3 8n400:2 9d1c0:3 9d1c0:2 sg2o0:3 9d1c0:2 902o0:3 9q000:2 a2yo0:3 8n400:2 9d1c0:3 9d1c0:2 902o0:3 9q000:2 a2yo0:3 b5uo0:2 51hc0:3 bmio0:2 99c00:3 9ew00:2 88ao0:3 25p80:4 5reo0:3 3lpg0:2 779c0:3 1sqk0:4 6uao0:3 38qs0:2 6uao0:3 25p80:4 6hc00:3 38qs0:2 6uao0:3 25p80:4 6hc00:3 38qs0:2 8a5c0:3 9d1c0:2 9d9o0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 8cavo0:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9q000:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9q000:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 4olg0:4 4ofw0:5 46000:4 571c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 9q000:4|-3600 0 3.5.0.0 10.5.0.3600
Atlantic/Bermuda|-15558,-11958,-14400,-10800|-rivvzu:1 95jw0:0 a16s0:1 7yyk0:0 5w74c0:2 69z5ru:3 eefw0:2 7x9g0:3 biqk0:2 6udg0:3 c8nw0:2 6hes0:3 c8nw0:2 st440:3 64ak0:2 cyqs0:3 5ed80:2 dbpg0:3 5ed80:2 doo40:3 51ek0:2 doo40:3 51ek0:2 doo40:3 5ed80:2 1xuw40:3 7x3w0:2 94r9g0:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9px80:2 905g0:3 9px80:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 9d440:3 9cyk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2 8a840:3 afuk0:2 8a840:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 6udg0:3|-14400 -10800 3.2.0.7200 11.1.0.7200
Atlantic/Canary|-3696,-3600,0,3600|-oytbtc:1 ctvupc:2 hhq7s0:3 905g0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3|0 3600 3.5.0.3600 10.5.0.7200
Atlantic/Cape_Verde|-5644,-7200,-3600|-u9rbs0:1 g06lc0:2 1mn180:1 fpqwc0:2|
Atlantic/Faroe|-1624,0,3600|-wcehew:1 127keuw:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2|0 3600 3.5.0.3600 10.5.0.7200
Atlantic/Madeira|-4056,-3600,0,3600|-u9rek0:1 2bufw0:2 6zxg0:1 66800:2 bq580:1 71s40:2 bq580:1 71s40:2 bq580:1 73ms0:2 bq580:1 71s40:2 bq580:1 1b2g00:2 8so00:1 st1c0:2 8n400:1 9q000:2 902o0:1 a2yo0:2 902o0:1 a2yo0:2 8n400:1 st1c0:2 8n400:1 9d1c0:2 9d1c0:1 sg2o0:2 9d1c0:1 902o0:2 9q000:1 a2yo0:2 8n400:1 9d1c0:2 9d1c0:1 902o0:2 9q000:1 a2yo0:2 b5uo0:1 51hc0:2 bmio0:1 99c00:2 9ew00:1 88ao0:2 25p80:3 5reo0:2 3lpg0:1 779c0:2 1sqk0:3 6uao0:2 38qs0:1 6uao0:2 25p80:3 6hc00:2 38qs0:1 6uao0:2 25p80:3 6hc00:2 38qs0:1 8a5c0:2 9d1c0:1 9d9o0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 8cnuc0:3 902o0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d440:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3|0 3600 3.5.0.3600 10.5.0.7200
Atlantic/South_Georgia|-8768,-7200|-15r12kg:1|
Atlantic/Stanley|-13884,-14400,-10800,-7200|-u63pac:1 dbvxqc:2 8zzw0:1 9q2s0:2 8zzw0:1 a31g0:2 8zzw0:1 9q2s0:2 8zzw0:1 9q2s0:2 8zzw0:1 9q2s0:2 4xp80:1 l1pus0:2 7k580:3 b5rw0:2 77c40:3 biqk0:2 id6s0:1 7kas0:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2 biqk0:1 77c40:2 biqk0:1 7kas0:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2 biqk0:1 7kas0:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2 b5rw0:1 7kas0:2 b5xg0:1 77c40:2 bvp80:1 6udg0:2 bvp80:1 77c40:2 biqk0:1 77c40:2 biqk0:1 77c40:2 biqk0:1 77c40:2 biqk0:1 77c40:2 bvp80:1 77c40:2 biqk0:1 77c40:2 biqk0:1 77c40:2|
Australia/Adelaide|33260,32400,34200,37800|-133j2zw:1 27qdzw:2 97zyu0:3 49pc0:2 cxfk00:3 4h400:2 9d1c0:3 9d1c0:2 9q000:3 902o0:2 eeio00:3 64dc0:2 clpc0:3 6hc00:2 c8qo0:3 6hc00:2 c8qo0:3 6hc00:2 c8qo0:3 6uao0:2 c8qo0:3 6hc00:2 c8qo0:3 6hc00:2 c8qo0:3 6hc00:2 c8qo0:3 6hc00:2 c8qo0:3 6hc00:2 c8qo0:3 6uao0:2 c8qo0:3 6hc00:2 c8qo0:3 6hc00:2 c8qo0:3 6hc00:2 c8qo0:3 779c0:2 b5uo0:3 7k800:2 bitc0:3 7k800:2 bitc0:3 779c0:2 bitc0:3 779c0:2 bitc0:3 6hc00:2 c8qo0:3 7k800:2 b5uo0:3 6uao0:2 c8qo0:3 779c0:2 bitc0:3 7k800:2 b5uo0:3 7x6o0:2 asw00:3 7x6o0:2 asw00:3 7x6o0:2 asw00:3 7x6o0:2 b5uo0:3 7k800:2 b5uo0:3 7k800:2 b5uo0:3 7x6o0:2 asw00:3 7x6o0:2 asw00:3 7x6o0:2 b5uo0:3 7k800:2 b5uo0:3 7x6o0:2 asw00:3 7k800:2 b5uo0:3 8a5c0:2|34200 37800 10.1.0.7200 4.1.0.10800
Australia/Brisbane|36728,36000,39600|-1354kc8:1 bhbss8:2 49pc0:1 cxfk00:2 4h400:1 9d1c0:2 9d1c0:1 9q000:2 902o0:1 eeio00:2 64dc0:1 97zuo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1|
Australia/Broken_Hill|33948,36000,32400,34200,37800|-133j3j0:1 t9nr0:2 1egqs0:3 97zyu0:4 49pc0:3 cxfk00:4 4h400:3 9d1c0:4 9d1c0:3 9q000:4 902o0:3 eeio00:4 64dc0:3 clpc0:4 6hc00:3 c8qo0:4 6hc00:3 c8qo0:4 6hc00:3 c8qo0:4 6uao0:3 c8qo0:4 6hc00:3 c8qo0:4 6hc00:3 c8qo0:4 6hc00:3 c8qo0:4 6hc00:3 c8qo0:4 6hc00:3 c8qo0:4 8a5c0:3 asw00:4 6hc00:3 c8qo0:4 6hc00:3 c8qo0:4 6hc00:3 c8qo0:4 779c0:3 b5uo0:4 7k800:3 bitc0:4 7k800:3 bitc0:4 779c0:3 bitc0:4 6hc00:3 c8qo0:4 6hc00:3 c8qo0:4 6hc00:3 c8qo0:4 6uao0:3 c8qo0:4 6hc00:3 c8qo0:4 6hc00:3 c8qo0:4 7x6o0:3 asw00:4 7x6o0:3 asw00:4 7x6o0:3 asw00:4 7x6o0:3 b5uo0:4 7k800:3 b5uo0:4 7k800:3 b5uo0:4 7x6o0:3 asw00:4 7x6o0:3 asw00:4 7x6o0:3 b5uo0:4 7k800:3 b5uo0:4 7x6o0:3 asw00:4 7k800:3 b5uo0:4 8a5c0:3|34200 37800 10.1.0.7200 4.1.0.10800
Australia/Darwin|31400,32400,34200,37800|-133j1k8:1 27qck8:2 97zyu0:3 49pc0:2 cxfk00:3 4h400:2 9d1c0:3 9d1c0:2 9q000:3 902o0:2|
Australia/Eucla|30928,31500,35100|-12nxx74:1 b05944:2 49pc0:1 cxfk00:2 4h400:1 9d1c0:2 9d1c0:1 gheyo0:2 6hc00:1 4ir9c0:2 6hc00:1 40r400:2 5eg00:1 7p9hc0:2 5reo0:1 b5uo0:2 7x6o0:1 asw00:2 7x6o0:1|
Australia/Hobart|35356,36000,39600|-12smja4:1 b03ee4:2 902o0:1 b5uo0:2 6hc00:1 c8qo0:2 6hc00:1 bx2ao0:2 4h400:1 9d1c0:2 9d1c0:1 9q000:2 902o0:1 c9tk00:2 9d1c0:1 asw00:2 6uao0:1 bvs00:2 6uao0:1 bvs00:2 779c0:1 bvs00:2 64dc0:1 clpc0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6uao0:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 7x6o0:1 b5uo0:2 7k800:1 b5uo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 bvs00:2 7k800:1 bitc0:2 7k800:1 bitc0:2 779c0:1 bitc0:2 779c0:1 bitc0:2 7x6o0:1 9q000:2 902o0:1 9q000:2 902o0:1 9q000:2 902o0:1 9q000:2 902o0:1 9q000:2 9d1c0:1 9q000:2 902o0:1 9q000:2 902o0:1 9q000:2 902o0:1 9q000:2 902o0:1 7x6o0:2 asw00:1 a2yo0:2 902o0:1 9q000:2 902o0:1 9q000:2 902o0:1 9q000:2 902o0:1 9q000:2 9d1c0:1 9d1c0:2 902o0:1 a2yo0:2|36000 39600 10.1.0.7200 4.1.0.10800
Australia/Lindeman|35756,36000,39600|-1354jl8:1 bhbs18:2 49pc0:1 cxfk00:2 4h400:1 9d1c0:2 9d1c0:1 9q000:2 902o0:1 eeio00:2 64dc0:1 97zuo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6uao0:1 c8qo0:2 6hc00:1|
Australia/Lord_Howe|38180,36000,37800,41400,39600|-133j6sk:1 18x8f0k:2 c8uu0:3 6u7w0:2 c8tg0:3 6h980:2 c8tg0:3 6h980:2 c8tg0:3 6h980:2 c8tg0:4 777y0:2 b5w20:4 7k6m0:2 biuq0:4 7k6m0:2 biuq0:4 777y0:2 biuq0:4 6ham0:2 c8s20:4 6ham0:2 c8s20:4 6ham0:2 c8s20:4 6u9a0:2 c8s20:4 6ham0:2 c8s20:4 6ham0:2 c8s20:4 7x5a0:2 asxe0:4 7x5a0:2 asxe0:4 7x5a0:2 asxe0:4 7x5a0:2 b5w20:4 7k6m0:2 7x820:4 asum0:2 b5w20:4 7x5a0:2 asxe0:4 7x5a0:2 asxe0:4 7x5a0:2 b5w20:4 7k6m0:2 b5w20:4 7x5a0:2 asxe0:4 7k6m0:2 b5w20:4 8a3y0:2|37800 39600 10.1.0.7200 4.1.0.7200
Australia/Melbourne|34792,36000,39600|-133j46g:1 bfqcmg:2 49pc0:1 cxfk00:2 4h400:1 9d1c0:2 9d1c0:1 9q000:2 902o0:1 eeio00:2 64dc0:1 clpc0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6uao0:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6uao0:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 779c0:1 b5uo0:2 7k800:1 b5uo0:2 7x6o0:1 bitc0:2 779c0:1 bitc0:2 779c0:1 bitc0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6uao0:1 c8qo0:2 6hc00:1 c8qo0:2 7k800:1 b5uo0:2 7x6o0:1 asw00:2 7x6o0:1 asw00:2 7x6o0:1 asw00:2 7x6o0:1 b5uo0:2 7k800:1 7x6o0:2 asw00:1 b5uo0:2 7x6o0:1 asw00:2 7x6o0:1 asw00:2 7x6o0:1 b5uo0:2 7k800:1 b5uo0:2 7x6o0:1 asw00:2 7k800:1 b5uo0:2 8a5c0:1|36000 39600 10.1.0.7200 4.1.0.10800
Australia/Perth|27804,28800,32400|-12nxusc:1 b058sc:2 49pc0:1 cxfk00:2 4h400:1 9d1c0:2 9d1c0:1 gheyo0:2 6hc00:1 4ir9c0:2 6hc00:1 40r400:2 5eg00:1 7p9hc0:2 5reo0:1 b5uo0:2 7x6o0:1 asw00:2 7x6o0:1|
Australia/Sydney|36292,36000,39600|-133j5c4:1 bfqds4:2 49pc0:1 cxfk00:2 4h400:1 9d1c0:2 9d1c0:1 9q000:2 902o0:1 eeio00:2 64dc0:1 clpc0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6uao0:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 8a5c0:1 asw00:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 779c0:1 b5uo0:2 7k800:1 bitc0:2 7k800:1 bitc0:2 779c0:1 bitc0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6uao0:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 7x6o0:1 asw00:2 7x6o0:1 asw00:2 7x6o0:1 asw00:2 7x6o0:1 b5uo0:2 7k800:1 7x6o0:2 asw00:1 b5uo0:2 7x6o0:1 asw00:2 7x6o0:1 asw00:2 7x6o0:1 b5uo0:2 7k800:1 b5uo0:2 7x6o0:1 asw00:2 7k800:1 b5uo0:2 8a5c0:1|36000 39600 10.1.0.7200 4.1.0.10800
CST6CDT|-21600,-18000|-r0esg0:1 ast80:0 7x9g0:1 ast80:0 bmtus0:1 1wd180:0 b9gdg0:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9px80:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 3lpg0:1 f4d80:0 64g40:1 clmk0:0 9d440:1 9px80:0 905g0:1 9px80:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9px80:0 905g0:1 9px80:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 8a840:1 afuk0:0 8a840:1 ast80:0 7x9g0:1 ast80:0 7x9g0:1 ast80:0 8a840:1 afuk0:0 8a840:1 afuk0:0 8a840:1 ast80:0 7x9g0:1 ast80:0 7x9g0:1 ast80:0 8a840:1 afuk0:0 8a840:1 afuk0:0 8a840:1 afuk0:0 8a840:1 ast80:0 7x9g0:1 ast80:0 7x9g0:1 ast80:0 8a840:1 afuk0:0 8a840:1 afuk0:0 8a840:1 ast80:0 7x9g0:1 ast80:0 7x9g0:1 ast80:0 6udg0:1|-21600 -18000 3.2.0.7200 11.1.0.7200
EST5EDT|-18000,-14400|-r0ev80:1 ast80:0 7x9g0:1 ast80:0 bmtus0:1 1wd180:0 b9gdg0:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9px80:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 3lpg0:1 f4d80:0 64g40:1 clmk0:0 9d440:1 9px80:0 905g0:1 9px80:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9px80:0 905g0:1 9px80:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 8a840:1 afuk0:0 8a840:1 ast80:0 7x9g0:1 ast80:0 7x9g0:1 ast80:0 8a840:1 afuk0:0 8a840:1 afuk0:0 8a840:1 ast80:0 7x9g0:1 ast80:0 7x9g0:1 ast80:0 8a840:1 afuk0:0 8a840:1 afuk0:0 8a840:1 afuk0:0 8a840:1 ast80:0 7x9g0:1 ast80:0 7x9g0:1 ast80:0 8a840:1 afuk0:0 8a840:1 afuk0:0 8a840:1 ast80:0 7x9g0:1 ast80:0 7x9g0:1 ast80:0 6udg0:1|-18000 -14400 3.2.0.7200 11.1.0.7200
Etc/GMT+10|-36000||
Etc/GMT+11|-39600||
Etc/GMT+12|-43200||
Etc/GMT+1|-3600||
Etc/GMT+2|-7200||
Etc/GMT+3|-10800||
Etc/GMT+4|-14400||
Etc/GMT+5|-18000||
Etc/GMT+6|-21600||
Etc/GMT+7|-25200||
Etc/GMT+8|-28800||
Etc/GMT+9|-32400||
Etc/GMT-10|36000||
Etc/GMT-11|39600||
Etc/GMT-12|43200||
Etc/GMT-13|46800||
Etc/GMT-14|50400||
Etc/GMT-1|3600||
Etc/GMT-2|7200||
Etc/GMT-3|10800||
Etc/GMT-4|14400||
Etc/GMT-5|18000||
Etc/GMT-6|21600||
Etc/GMT-7|25200||
Etc/GMT-8|28800||
Etc/GMT-9|32400||
Etc/GMT|0||
Etc/UTC|0||
Europe/Andorra|364,0,3600,7200|-100edm4:1 nvgqy4:2 k3ctg0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3|3600 7200 3.5.0.7200 10.5.0.10800
Europe/Astrakhan|11532,10800,14400,18000|-nu2zkc:1 37bv8c:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 iq5g0:1 9d1c0:2 9q000:1 9d1c0:2 s3400:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 1vbzw0:1 qnc40:2|
Europe/Athens|5692,7200,10800,3600|-rvv0cg:1 8bjasg:2 2vmk0:1 4hiw40:2 16ik0:1 scog0:3 7lx40:1 9o2k0:3 9eys0:1 4atzw0:2 6djw0:1 bplus0:2 bq800:1 71uw0:2 9d1c0:1 902o0:2 91xc0:1 9o5c0:2 905g0:1 9qgo0:2 9akg0:1 9iik0:2 99980:1 9dcg0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2|7200 10800 3.5.0.10800 10.5.0.14400
Europe/Belgrade|4920,3600,7200|-18vsmgo:1 twhnko:2 swz00:1 7k800:2 9q000:1 9d1c0:2 9d1c0:1 b7pc0:2 6qlc0:1 jl1hc0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2|3600 7200 3.5.0.7200 10.5.0.10800
Europe/Berlin|3208,3600,7200,10800|-1421154:1 c1n0x4:2 7ves0:1 a4yw0:2 7x6o0:1 asw00:2 7x6o0:1 b8qdc0:2 1cm000:1 7k800:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 2o7w0:3 6bs00:2 2txg0:1 7k800:2 91xc0:1 9b9g0:2 1sqk0:3 2inw0:2 51k40:1 a2yo0:2 8n400:1 9q000:2 902o0:1 fx91c0:2 902o0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2|3600 7200 3.5.0.7200 10.5.0.10800
Europe/Brussels|1050,0,3600,7200|-14j9c00:1 br3hc0:2 rrx80:3 7vc00:2 a4yw0:3 7x6o0:2 asw00:3 7x6o0:2 2wh40:1 5omo0:2 b5uo0:1 6uao0:2 cyo00:1 7ayo0:2 bko00:1 7rmo0:2 a2yo0:1 a2yo0:2 8n400:1 902o0:2 9q000:1 9d1c0:2 9d1c0:1 a2yo0:2 8n400:1 9q000:2 902o0:1 a2yo0:2 90b00:1 a2yo0:2 8n400:1 9q000:2 902o0:1 a2yo0:2 8n400:1 9d1c0:2 9d1c0:1 902o0:2 a2yo0:1 9d1c0:2 9d1c0:1 902o0:2 9q000:1 a2yo0:2 8n400:1 9d1c0:2 9d1c0:1 902o0:2 9q000:1 a2yo0:2 b5uo0:1 51hc0:2 4deo0:3 1a36k0:2 7k800:3 9q000:2 9d1c0:3 8l9c0:2 a4tc0:3 8l9c0:2 clpc0:3 79400:2 fwu800:3 902o0:2 9q000:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 902o0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3|3600 7200 3.5.0.7200 10.5.0.10800
Europe/Bucharest|6264,7200,10800|-k29zi0:1 fj8m0:2 6w5c0:1 9d1c0:2 9d1c0:1 9q000:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 kp0dc0:2 6h980:1 9q000:2 905g0:1 9d6w0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9cvs0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9cyk0:1 9d440:2 9cyk0:1 9q2s0:2 ast80:1 3eas0:1|7200 10800 3.5.0.10800 10.5.0.14400
Europe/Budapest|4580,3600,7200|-15bee78:1 db0dz8:2 7ves0:1 a4yw0:2 7x6o0:1 asw00:2 7x6o0:1 auqo0:2 7vc00:1 afxc0:2 8n400:1 aq1x00:2 thcc0:1 7k800:2 9q000:1 9d1c0:2 9d1c0:1 awd00:2 9eys0:1 7pxk0:2 9rrw0:1 9b9g0:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2 902o0:1 2f4vs0:2 6u7w0:1 bw0c0:2 6uao0:1 clpc0:2 64dc0:1 clpc0:2 64dc0:1 br3bs0:2 902o0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d6w0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2|3600 7200 3.5.0.7200 10.5.0.10800
Europe/Chisinau|6920,6900,6264,7200,10800,3600,14400|-1ayy808:1 jw96ok:2 70f1to:3 fj8m0:4 6w5c0:3 9d1c0:4 9d1c0:3 9q000:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 geqo0:4 ha580:3 oc8g0:5 7k800:3 9q000:5 9d1c0:3 7cl00:4 j3pbw0:6 9et80:4 9d440:6 9et80:4 9d440:6 9et80:4 9eys0:6 9d6w0:4 9d1c0:6 9d1c0:4 9d1c0:6 9d1c0:4 9d1c0:6 9d1c0:4 9d1c0:6 9d1c0:4 9d1c0:6 9d1c0:4 9d1c0:6 25p80:4 7kdk0:3 9d1c0:4 9d1c0:3 9cvs0:4 9cyk0:3 9d440:4 9cyk0:3 9d440:4 9cyk0:3 9d440:4 9cyk0:3 9q2s0:4 ast80:3 7xf00:4 asw00:3 7x6o0:4 asw00:3 7x6o0:4 b5uo0:3 7k800:4 b5uo0:3 7k800:4 b5uo0:3 7x6o0:4 asw00:3 7x6o0:4 asw00:3 7x6o0:4 b5uo0:3 7k800:4 b5uo0:3 7k800:4 b5uo0:3 7k800:4 b5uo0:3 7x6o0:4 asw00:3 7x6o0:4 asw00:3 7x6o0:4 b5uo0:3 7k800:4 b5uo0:3 7k800:4 b5uo0:3 7x6o0:4 asw00:3 7x6o0:4 asw00:3 7x6o0:4 asw00:3 7x6o0:4 b5uo0:3 7k800:4 b5uo0:3 7k800:4 b5uo0:3 7x6o0:4 asw00:3 7x6o0:4 asw00:3 7x6o0:4 b5uo0:3 36ns0:3|7200 10800 3.5.0.10800 10.5.0.14400
Europe/Dublin|-1521,2079,0,3600|-rzcmlr:1 6uao0:2 9pytr:3 8c000:2 9o5c0:3 9ruo0:2 9b6o0:3 9ew00:2 9b6o0:3 auqo0:2 88ao0:3 9ew00:2 8y800:3 a2yo0:2 a2yo0:3 7k800:2 asw00:3 8a5c0:2 asw00:3 7x6o0:2 asw00:3 8n400:2 9q000:3 902o0:2 afxc0:3 8n400:2 a2yo0:3 8n400:2 9q000:3 902o0:2 a2yo0:3 8n400:2 a2yo0:3 8n400:2 9q000:3 9d1c0:2 a2yo0:3 8n400:2 9q000:3 902o0:2 a2yo0:3 8n400:2 a2yo0:3 8n400:2 9q000:3 902o0:2 a2yo0:3 b5uo0:2 51hc0:3 3g8800:2 8a5c0:3 bvs00:2 8n400:3 a2yo0:2 7x6o0:3 asw00:2 8n400:3 9q000:2 902o0:3 9q000:2 9d1c0:3 9q000:2 902o0:3 8n400:2 9q000:3 902o0:2 a2yo0:3 8n400:2 afxc0:3 8n400:2 9q000:3 902o0:2 a2yo0:3 8n400:2 a2yo0:3 8n400:2 9q000:3 902o0:2 902o0:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 bitc0:2 5reo0:3 1xhuo0:2 779c0:3 bitc0:2 779c0:3 bitc0:2 779c0:3 bitc0:2 779c0:3 bitc0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 bitc0:2 779c0:3 bitc0:2 779c0:3 bitc0:2 7x3w0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 8a5c0:3|3600 0 10.5.0.7200 3.5.0.3600
Europe/Gibraltar|-1284,0,3600,7200|-1anxr0c:1 iol38c:2 6uao0:1 9q000:2 8c000:1 9o5c0:2 9ruo0:1 9b6o0:2 9ew00:1 9b6o0:2 auqo0:1 88ao0:2 9ew00:1 8y800:2 a2yo0:1 a2yo0:2 7k800:1 asw00:2 8a5c0:1 asw00:2 8n400:1 a2yo0:2 8n400:1 9q000:2 902o0:1 afxc0:2 8n400:1 a2yo0:2 8n400:1 9q000:2 902o0:1 a2yo0:2 8n400:1 a2yo0:2 8n400:1 9q000:2 9d1c0:1 a2yo0:2 8n400:1 9q000:2 902o0:1 a2yo0:2 8n400:1 a2yo0:2 8n400:1 9q000:2 902o0:1 a2yo0:2 b5uo0:1 51hc0:2 mbmk0:3 51hc0:2 c8qo0:3 6hc00:2 c8qo0:3 6uao0:2 bvs00:3 8n400:2 a4tc0:3 5clc0:2 4bms0:1 9q000:2 902o0:1 8a5c0:2 1frw0:3 64dc0:2 4bms0:1 6uao0:2 bvs00:1 7x6o0:2 asw00:1 8n400:2 9q000:1 902o0:2 9q000:1 9d1c0:2 9q000:1 902o0:2 8n400:1 9q000:2 902o0:1 a2yo0:2 8n400:1 afxc0:2 8n400:1 9q000:2 d0tp80:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3|3600 7200 3.5.0.7200 10.5.0.10800
Europe/Helsinki|5989,7200,10800|-peghyd:1 ax3tqd:2 9gqo0:1 k31s80:2 9d1c0:1 9d1c0:2 9d1c0:1 9d440:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2|7200 10800 3.5.0.10800 10.5.0.14400
Europe/Istanbul|6952,7016,7200,10800,14400|-1ayy814:1 g1oam8:2 2wvx6w:3 7v980:2 1tjc40:3 aunw0:2 88dg0:3 9et80:2 8yas0:3 a2vw0:2 tzpg0:3 79180:2 awo40:3 7v980:2 7p4040:3 4zjw0:2 2vs40:3 f4d80:2 9vms0:3 1u5ek0:2 c5440:3 69uk0:2 acas0:3 8n180:2 a31g0:3 8n180:2 9q2s0:3 8zzw0:2 a31g0:3 8zzw0:2 a31g0:3 8n180:2 5md9g0:3 o9zw0:2 a6qs0:3 75bw0:2 4iwyw0:3 7x6o0:2 7kas0:3 b5rw0:2 75hg0:3 bkl80:2 77c40:3 biqk0:2 7x9g0:3 a2vw0:2 8n6s0:3 2s3mk0:4 38l80:3 kdes0:2 8qtc0:3 8a5c0:2 9ew00:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 902o0:3 9q000:2 9d1c0:3 9d1c0:2 9q000:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7kdk0:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7m2o0:3 b4000:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7z1c0:3 ar1c0:2 7x6o0:3 bitc0:2 779c0:3|
Europe/Kaliningrad|4920,3600,7200,10800,14400|-14212go:1 c1n28o:2 7ves0:1 a4yw0:2 7x6o0:1 asw00:2 7x6o0:1 b8qdc0:2 1cm000:1 7k800:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 1dro0:3 9kd80:2 82tg0:3 i9avw0:4 9et80:3 9d440:4 9et80:3 9d440:4 9et80:3 9eys0:4 9d6w0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 iq5g0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 1vbzw0:2|
Europe/Kirov|11928,10800,14400,18000|-qcx400:1 5q5zo0:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 iq5g0:1 9d1c0:2 9q000:1 9d1c0:2 s3400:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 1vbzw0:1|
Europe/Kyiv|7324,7200,10800,3600,14400|-nu11ng:1 37a03g:2 5vd6k0:1 kzv40:3 7k800:1 9q000:3 1oyg0:2 jipzs0:4 9et80:2 9d440:4 9et80:2 9d440:4 9et80:2 9eys0:4 9d6w0:2 9d1c0:4 9d1c0:2 9d1c0:4 9d1c0:2 9d1c0:4 9d1c0:2 9d1c0:4 9d1c0:2 9d1c0:4 9d1c0:2 9d1c0:4 51ek0:2 neqw0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2 27ec0:2|7200 10800 3.5.0.10800 10.5.0.14400
Europe/Lisbon|-2205,0,3600,7200|-u9rhc0:1 2bufw0:2 6zxg0:1 66800:2 bq580:1 71s40:2 bq580:1 71s40:2 bq580:1 73ms0:2 bq580:1 71s40:2 bq580:1 1b2g00:2 8so00:1 st1c0:2 8n400:1 9q000:2 902o0:1 a2yo0:2 902o0:1 a2yo0:2 8n400:1 st1c0:2 8n400:1 9d1c0:2 9d1c0:1 sg2o0:2 9d1c0:1 902o0:2 9q000:1 a2yo0:2 8n400:1 9d1c0:2 9d1c0:1 902o0:2 9q000:1 a2yo0:2 b5uo0:1 51hc0:2 bmio0:1 99c00:2 9ew00:1 88ao0:2 25p80:3 5reo0:2 3lpg0:1 779c0:2 1sqk0:3 6uao0:2 38qs0:1 6uao0:2 25p80:3 6hc00:2 38qs0:1 6uao0:2 25p80:3 6hc00:2 38qs0:1 8a5c0:2 9d1c0:1 9d9o0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 5gyl40:1 9d1c0:2 9d1c0:1 9q2s0:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2 902o0:1 9cyk0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d440:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 iq2o0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:2|0 3600 3.5.0.3600 10.5.0.7200
Europe/London|-75,0,3600,7200|-1rprx9x:1 zqf9hx:2 6uao0:1 9q000:2 8c000:1 9o5c0:2 9ruo0:1 9b6o0:2 9ew00:1 9b6o0:2 auqo0:1 88ao0:2 9ew00:1 8y800:2 a2yo0:1 a2yo0:2 7k800:1 asw00:2 8a5c0:1 asw00:2 8n400:1 a2yo0:2 8n400:1 9q000:2 902o0:1 afxc0:2 8n400:1 a2yo0:2 8n400:1 9q000:2 902o0:1 a2yo0:2 8n400:1 a2yo0:2 8n400:1 9q000:2 9d1c0:1 a2yo0:2 8n400:1 9q000:2 902o0:1 a2yo0:2 8n400:1 a2yo0:2 8n400:1 9q000:2 902o0:1 a2yo0:2 b5uo0:1 51hc0:2 mbmk0:3 51hc0:2 c8qo0:3 6hc00:2 c8qo0:3 6uao0:2 bvs00:3 8n400:2 a4tc0:3 5clc0:2 4bms0:1 9q000:2 902o0:1 8a5c0:2 1frw0:3 64dc0:2 4bms0:1 6uao0:2 bvs00:1 7x6o0:2 asw00:1 8n400:2 9q000:1 902o0:2 9q000:1 9d1c0:2 9q000:1 902o0:2 8n400:1 9q000:2 902o0:1 a2yo0:2 8n400:1 afxc0:2 8n400:1 9q000:2 902o0:1 a2yo0:2 8n400:1 a2yo0:2 8n400:1 9q000:2 902o0:1 902o0:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 bitc0:1 5reo0:2 1xhuo0:1 779c0:2 bitc0:1 779c0:2 bitc0:1 779c0:2 bitc0:1 779c0:2 bitc0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 bitc0:1 779c0:2 bitc0:1 779c0:2 bitc0:1 7x3w0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 3nek0:1|0 3600 3.5.0.3600 10.5.0.7200
Europe/Madrid|-884,0,3600,7200|-100edc0:1 90sik0:2 8yas0:1 9cyk0:2 9eys0:1 2d2vw0:2 8sqs0:1 ssyk0:2 8n6s0:1 9px80:2 905g0:1 a2yo0:2 902o0:1 a2vw0:2 8n6s0:1 40lh80:2 5k2s0:1 9cyk0:2 1frw0:3 7z1c0:2 j1c80:1 8a2k0:2 13yt80:3 685g0:2 brzw0:3 8n6s0:2 a2vw0:3 8n6s0:2 a2vw0:3 8n6s0:2 a2vw0:3 8n6s0:2 1clx80:3 7x9g0:2 cswik0:3 905g0:2 9px80:3 905g0:2 8zzw0:3 9d440:2 9px80:3 905g0:2 9q5k0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 902o0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3|3600 7200 3.5.0.7200 10.5.0.10800
Europe/Malta|3484,3600,7200|-13qyw0s:1 bsbx8s:2 64ak0:1 9d440:2 9et80:1 88dg0:2 aunw0:1 7ig40:2 b5rw0:1 8n6s0:2 9cyk0:1 aau2s0:2 18r9k0:1 7k800:2 9q000:1 9b6o0:2 8n400:1 a4tc0:2 8j940:1 9f1k0:2 afxc0:1 89zs0:2 afxc0:1 7kdk0:2 b5uo0:1 979rs0:2 6h980:1 cls40:2 64dc0:1 clpc0:2 64dc0:1 cyo00:2 64dc0:1 clpc0:2 64dc0:1 c8qo0:2 6hc00:1 clpc0:2 6hc00:1 9b6o0:2 9d1c0:1 ahs00:2 7m2o0:1 b45k0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 a4w40:2 8y580:1 9q2s0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2|3600 7200 3.5.0.7200 10.5.0.10800
Europe/Minsk|6616,6600,7200,10800,3600,14400|-1ayy7rs:1 n4x6og:2 379zjc:3 5r1mk0:2 pbf40:4 7k800:2 9q000:4 9d1c0:2 4oac0:3 j6dmk0:5 9et80:3 9d440:5 9et80:3 9d440:5 9et80:3 9eys0:5 9d6w0:3 9d1c0:5 9d1c0:3 9d1c0:5 9d1c0:3 9d1c0:5 9d1c0:3 9d1c0:5 9d1c0:3 9d1c0:5 9d1c0:3 11t6s0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3|
Europe/Moscow|9017,9079,12679,16279,14400,10800,18000,7200|-rx5dmh:1 ipzua:2 97hc0:1 7yyk0:3 5i840:2 d9p80:3 1jwk7:4 2cvk0:5 s8o00:4 1qvw0:6 8fpc0:4 1jms0:5 is040:7 412as0:5 qi27w0:4 9et80:5 9d440:4 9et80:5 9d440:4 9et80:5 9eys0:4 9d6w0:5 9d1c0:4 9d1c0:5 9d1c0:4 9d1c0:5 9d1c0:4 9d1c0:5 9d1c0:4 9d1c0:5 9d1c0:4 9d1c0:5 9d1c0:4 9q000:5 iq5g0:7 5reo0:5 3ljw0:4 9d1c0:5 9d1c0:4 9d1c0:5 9d1c0:4 9d1c0:5 9d1c0:4 9d1c0:5 9q000:4 asw00:5 7x6o0:4 asw00:5 7x6o0:4 asw00:5 7x6o0:4 b5uo0:5 7k800:4 b5uo0:5 7k800:4 b5uo0:5 7x6o0:4 asw00:5 7x6o0:4 asw00:5 7x6o0:4 b5uo0:5 7k800:4 b5uo0:5 7k800:4 b5uo0:5 7k800:4 b5uo0:5 7x6o0:4 asw00:5 7x6o0:4 asw00:5 7x6o0:4 b5uo0:5 7k800:4 1vbzw0:5|
Europe/Paris|561,0,3600,7200|-uozn3l:1 2qx1nl:2 5luo0:1 8y800:2 a4tc0:1 7vc00:2 auqo0:1 7idc0:2 b7pc0:1 6sg00:2 cyo00:1 7ayo0:2 bko00:1 7rmo0:2 a2yo0:1 bvs00:2 6uao0:1 902o0:2 9q000:1 9d1c0:2 9d1c0:1 a2yo0:2 8n400:1 9q000:2 902o0:1 a2yo0:2 902o0:1 a2yo0:2 8n400:1 9q000:2 902o0:1 a2yo0:2 8n400:1 9d1c0:2 9d1c0:1 902o0:2 a2yo0:1 9d1c0:2 9d1c0:1 902o0:2 9q000:1 a2yo0:2 8n400:1 9d1c0:2 9d1c0:1 902o0:2 9q000:1 a2yo0:2 b5uo0:1 51po0:2 5p8w0:3 18rcc0:2 7k800:3 9q000:2 9d1c0:3 9nzs0:2 922w0:3 8l9c0:2 fxlx80:3 9cyk0:2 9q5k0:3 902o0:2 9q000:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 902o0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3|3600 7200 3.5.0.7200 10.5.0.10800
Europe/Prague|3464,3600,7200,0|-14u7uo8:1 cttug8:2 7ves0:1 a4yw0:2 7x6o0:1 asw00:2 7x6o0:1 b8qdc0:2 1cm000:1 7k800:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 b5uo0:2 7vc00:1 2vs40:3 4bk00:1 2vmk0:2 8n400:1 a2yo0:2 8n400:1 9o5c0:2 91xc0:1 fe6000:2 9d1c0:1 9q000:2 902o0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2|3600 7200 3.5.0.7200 10.5.0.10800
Europe/Riga|5794,9394,7200,10800,3600,14400|-qznlky:1 7x6o0:0 a4tc0:1 2mg00:0 3myns0:2 7fhlky:3 gz180:2 p5v40:4 7k800:2 9q000:4 9d1c0:2 9d1c0:4 k7s0:3 j14ns0:5 9et80:3 9d440:5 9et80:3 9d440:5 9et80:3 9eys0:5 9d6w0:3 9d1c0:5 9d1c0:3 9d1c0:5 9d1c0:3 9d1c0:5 9d1c0:3 9d1c0:5 9d1c0:3 iq5g0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 9d1c0:2 9d440:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 m27o0:2|7200 10800 3.5.0.10800 10.5.0.14400
Europe/Rome|2996,3600,7200|-13r0qs0:1 bsds00:2 64ak0:1 9d440:2 9et80:1 88dg0:2 aunw0:1 7ig40:2 b5rw0:1 8n6s0:2 9cyk0:1 aau2s0:2 18r9k0:1 7k800:2 9q000:1 9d1c0:2 8l9c0:1 a4tc0:2 8j940:1 9f1k0:2 afxc0:1 89zs0:2 afxc0:1 7kdk0:2 b5uo0:1 979rs0:2 6h980:1 cls40:2 64dc0:1 clpc0:2 64dc0:1 cyo00:2 64dc0:1 clpc0:2 64dc0:1 c8qo0:2 6hc00:1 clpc0:2 6hc00:1 clpc0:2 64dc0:1 c8qo0:2 6hc00:1 clpc0:2 64dc0:1 clpc0:2 64dc0:1 c8qo0:2 6hc00:1 clpc0:2 6hc00:1 c8qo0:2 6hc00:1 9q5k0:2 902o0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2|3600 7200 3.5.0.7200 10.5.0.10800
Europe/Samara|12020,10800,14400,18000|-qcx400:1 5q5zo0:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 iq5g0:1 9d1c0:2 9q000:1 jt1g0:2 89zs0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 j3440:1 7k800:2|
Europe/Saratov|11058,10800,14400,18000|-qcx400:1 5q5zo0:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 iq5g0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 s3400:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 1vbzw0:1 13m040:2|
Europe/Simferopol|8184,8160,7200,10800,3600,14400|-1ayy8zc:1 n4x6oo:2 37a0qo:3 5xiyk0:2 iu340:4 7k800:2 9q000:4 9d1c0:2 iac0:3 jajmk0:5 9et80:3 9d440:5 9et80:3 9d440:5 9et80:3 9eys0:5 9d6w0:3 9d1c0:5 9d1c0:3 9d1c0:5 9d1c0:3 9d1c0:5 9d1c0:3 9d1c0:5 9d1c0:3 9d1c0:5 9d1c0:3 eeio0:2 wrpg0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 1sl00:5 7kdk0:3 9d1c0:5 9d1c0:3 9pug0:5 at4c0:3 iq5g0:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 b5uo0:2 7k800:3 b5uo0:2 7k800:3 b5uo0:2 7x6o0:3 asw00:2 7x3w0:5 asqg0:3|
Europe/Sofia|5596,7016,7200,3600,10800|-1ayy6zg:1 7s708k:2 p0d6uw:3 7k800:2 9q000:3 9d1c0:2 9d1c0:3 9d440:2 hqq240:4 9eys0:2 9o2k0:4 92040:2 9o2k0:4 90880:2 9pug0:4 90b00:2 9d1c0:4 9d1c0:2 9d1c0:4 9q000:2 9d1c0:4 9d1c0:2 9d1c0:4 9d1c0:2 9d1c0:4 9d1c0:2 9d1c0:4 9d1c0:2 9d1c0:4 9d1c0:2 9d1c0:4 9q000:2 9cvs0:4 9cyk0:2 9d440:4 9cyk0:2 9d440:4 9cyk0:2 9d440:4 9cyk0:2 9d440:4 9cyk0:2 9q2s0:4 ast80:2 3eas0:2|7200 10800 3.5.0.10800 10.5.0.14400
Europe/Tallinn|5940,3600,7200,10800,14400|-r3exx0:1 3re10:2 7x6o0:1 et6g0:0 ygov0:2 a1zgd0:3 ktx80:2 l94g0:1 7k800:2 9q000:1 9d1c0:2 8uac0:3 j27mk0:4 9et80:3 9d440:4 9et80:3 9d440:4 9et80:3 9eys0:4 9d6w0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 9d1c0:4 9d1c0:3 iq5g0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3 asw00:2 7x6o0:3 asw00:2 7x6o0:3 asys0:2 7x6o0:3 b5uo0:2 17eqc0:2|7200 10800 3.5.0.10800 10.5.0.14400
Europe/Tirane|4760,3600,7200|-t85vo8:1 dt2gw8:2 18pew0:1 7k800:2 m800:1 g7ot40:2 7rjw0:1 autg0:2 7x3w0:1 ayis0:2 7x3w0:1 b5xg0:2 7k580:1 b42s0:2 7lzw0:1 b42s0:2 7lzw0:1 b42s0:2 7x3w0:1 ahus0:2 7x3w0:1 b5xg0:2 7x3w0:1 a4w40:2 8jbw0:1 9eys0:2 9d6w0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2|3600 7200 3.5.0.7200 10.5.0.10800
Europe/Ulyanovsk|11616,10800,14400,18000,7200|-qcx400:1 5q5zo0:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 iq5g0:1 9d1c0:2 9q000:1 iq5g0:4 5reo0:1 3ljw0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 1vbzw0:1 qnc40:2|
Europe/Vienna|3921,3600,7200|-14211ox:1 c1n1gx:2 7ves0:1 a4yw0:2 7x6o0:1 asw00:2 7x6o0:1 t6000:2 8a5c0:1 a7a800:2 1cm000:1 7k800:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 iio0:1 ivmo0:2 91xc0:1 9b6o0:2 9d1c0:1 a2yo0:2 8n400:1 gfyyg0:2 8zzw0:1 9d9o0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2|3600 7200 3.5.0.7200 10.5.0.10800
Europe/Vilnius|6076,5040,5736,3600,7200,10800,14400|-1ayy7cs:1 jb5y4s:2 1g224o:3 e75nc:4 4kqk0:3 acbs40:5 gpp40:4 pits0:3 7k800:4 9q000:3 9d1c0:4 65zo0:5 j4vx80:6 9et80:5 9d440:6 9et80:5 9d440:6 9et80:5 9eys0:6 9d6w0:5 9d1c0:6 9d1c0:5 9d1c0:6 9d1c0:5 9d1c0:6 9d1c0:5 9d1c0:6 9d1c0:5 iq5g0:4 9d1c0:5 9q000:4 9d1c0:5 9d1c0:4 9d1c0:5 9d1c0:4 9d1c0:5 9d1c0:4 9d1c0:5 9d1c0:4 9d1c0:5 9d1c0:4 9q000:5 asw00:4 7x6o0:5 asw00:4 iq5g0:3 7x6o0:4 1yq2c0:4|7200 10800 3.5.0.10800 10.5.0.14400
Europe/Volgograd|10660,10800,14400,18000|-q3cw84:1 5glrw4:2 qi27w0:3 9et80:2 9d440:3 9et80:2 9d440:3 9et80:2 9eys0:3 9d6w0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 iq5g0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 s3400:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7k800:2 b5uo0:1 7x6o0:2 asw00:1 7x6o0:2 asw00:1 7x6o0:2 b5uo0:1 7k800:2 1vbzw0:1 239c40:2 14oqk0:1|
Europe/Warsaw|5040,3600,7200,10800|-se9yk0:1 dvyc0:2 7ves0:1 a4yw0:2 7x6o0:1 asw00:2 iruk0:3 7x6o0:2 1evbs0:1 9fcwc0:2 18cao0:1 7k800:2 9q000:1 9d1c0:2 9gnw0:1 an980:2 9kd80:1 8fs40:2 922w0:1 ar1c0:2 7x6o0:1 a2yo0:2 8n400:1 9q000:2 902o0:1 4013w0:2 64dc0:1 9d1c0:2 9d1c0:1 clpc0:2 6hc00:1 9d1c0:2 9d1c0:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 c8qo0:2 6hc00:1 clpc0:2 64dc0:1 6j4tc0:2 902o0:1 9q000:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2 902o0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d440:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9q000:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9d1c0:2 9d1c0:1 9q000:2|3600 7200 3.5.0.7200 10.5.0.10800
Europe/Zurich|2048,1786,3600,7200|-1os49kw:1 lc05ja:2 ohmxdm:3 7x6o0:2 asw00:3 7x6o0:2 k2zus0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9q000:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9d1c0:3 9d1c0:2 9q000:3|3600 7200 3.5.0.7200 10.5.0.10800
Indian/Chagos|17380,18000,21600|-wvpc2s:1 1ag64us:2|
Indian/Maldives|17640,18000|-57x6y0:1|
Indian/Mauritius|13800,14400,18000|-wvp9bc:1 13jnu7c:2 8bx80:1 dd0wc0:2 7x3w0:1|
MST7MDT|-25200,-21600|-r0epo0:1 ast80:0 7x9g0:1 ast80:0 bmtus0:1 1wd180:0 b9gdg0:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9px80:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 3lpg0:1 f4d80:0 64g40:1 clmk0:0 9d440:1 9px80:0 905g0:1 9px80:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9px80:0 905g0:1 9px80:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 8a840:1 afuk0:0 8a840:1 ast80:0 7x9g0:1 ast80:0 7x9g0:1 ast80:0 8a840:1 afuk0:0 8a840:1 afuk0:0 8a840:1 ast80:0 7x9g0:1 ast80:0 7x9g0:1 ast80:0 8a840:1 afuk0:0 8a840:1 afuk0:0 8a840:1 afuk0:0 8a840:1 ast80:0 7x9g0:1 ast80:0 7x9g0:1 ast80:0 8a840:1 afuk0:0 8a840:1 afuk0:0 8a840:1 ast80:0 7x9g0:1 ast80:0 7x9g0:1 ast80:0 6udg0:1|-25200 -21600 3.2.0.7200 11.1.0.7200
PST8PDT|-28800,-25200|-r0emw0:1 ast80:0 7x9g0:1 ast80:0 bmtus0:1 1wd180:0 b9gdg0:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9px80:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 3lpg0:1 f4d80:0 64g40:1 clmk0:0 9d440:1 9px80:0 905g0:1 9px80:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9px80:0 905g0:1 9px80:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 9d440:1 9cyk0:0 8a840:1 afuk0:0 8a840:1 ast80:0 7x9g0:1 ast80:0 7x9g0:1 ast80:0 8a840:1 afuk0:0 8a840:1 afuk0:0 8a840:1 ast80:0 7x9g0:1 ast80:0 7x9g0:1 ast80:0 8a840:1 afuk0:0 8a840:1 afuk0:0 8a840:1 afuk0:0 8a840:1 ast80:0 7x9g0:1 ast80:0 7x9g0:1 ast80:0 8a840:1 afuk0:0 8a840:1 afuk0:0 8a840:1 ast80:0 7x9g0:1 ast80:0 7x9g0:1 ast80:0 6udg0:1|-28800 -25200 3.2.0.7200 11.1.0.7200
Pacific/Apia|45184,-41216,-41400,-39600,-36000,50400,46800|-14fxxj4:1 9nfeo0:2 kcrmt4:3 vp3la0:4 9odo0:3 902o0:4 4zbk0:5 4qog0:6 9d1c0:5 9q000:6 902o0:5 9q000:6 902o0:5 9q000:6 902o0:5 9q000:6 902o0:5 9q000:6 902o0:5 9q000:6 9d1c0:5 9q000:6 902o0:5 9q000:6 902o0:5 9q000:6|
Pacific/Auckland|41944,41400,45000,43200,46800|-1gsoz14:1 usn9z4:2 64ak0:1 biw40:3 7x5a0:1 asxe0:3 7x5a0:1 asxe0:3 7x5a0:1 asxe0:3 8a3y0:1 afyq0:3 8a3y0:1 afyq0:3 afvy0:1 7x820:3 asum0:1 7x820:3 asum0:1 7x820:3 asum0:1 7x820:3 asum0:1 7x820:3 b5ta0:1 7k9e0:3 b5ta0:1 7x820:3 hsl2m0:4 5reo0:3 clpc0:4 6uao0:3 c8qo0:4 6hc00:3 c8qo0:4 6hc00:3 c8qo0:4 6hc00:3 c8qo0:4 6hc00:3 c8qo0:4 6hc00:3 c8qo0:4 6uao0:3 c8qo0:4 6hc00:3 c8qo0:4 6hc00:3 c8qo0:4 6hc00:3 c8qo0:4 6hc00:3 c8qo0:4 6hc00:3 c8qo0:4 6uao0:3 c8qo0:4 6hc00:3 b5uo0:4 8a5c0:3 afxc0:4 8a5c0:3 afxc0:4 8a5c0:3 afxc0:4 8n400:3 a2yo0:4 8n400:3 a2yo0:4 8n400:3 a2yo0:4 8n400:3 afxc0:4 8a5c0:3 afxc0:4 8a5c0:3 afxc0:4 8n400:3 a2yo0:4 8n400:3 a2yo0:4 8n400:3 afxc0:4 8a5c0:3 afxc0:4 8a5c0:3 afxc0:4 8n400:3 a2yo0:4 8n400:3 a2yo0:4 8n400:3 a2yo0:4 8n400:3 a2yo0:4|43200 46800 9.5.0.7200 4.1.0.10800
Pacific/Bougainville|37336,35312,36000,32400,39600|-1ayyvh4:1 7tuc88:2 osc24w:3 1n05g0:2 1071c40:4|
Pacific/Chatham|44028,44100,45900,49500|-1gsp0n0:1 149qqm0:2 f1tq90:3 5reo0:2 clpc0:3 6uao0:2 c8qo0:3 6hc00:2 c8qo0:3 6hc00:2 c8qo0:3 6hc00:2 c8qo0:3 6hc00:2 c8qo0:3 6hc00:2 c8qo0:3 6uao0:2 c8qo0:3 6hc00:2 c8qo0:3 6hc00:2 c8qo0:3 6hc00:2 c8qo0:3 6hc00:2 c8qo0:3 6hc00:2 c8qo0:3 6uao0:2 c8qo0:3 6hc00:2 b5uo0:3 8a5c0:2 afxc0:3 8a5c0:2 afxc0:3 8a5c0:2 afxc0:3 8n400:2 a2yo0:3 8n400:2 a2yo0:3 8n400:2 a2yo0:3 8n400:2 afxc0:3 8a5c0:2 afxc0:3 8a5c0:2 afxc0:3 8n400:2 a2yo0:3 8n400:2 a2yo0:3 8n400:2 afxc0:3 8a5c0:2 afxc0:3 8a5c0:2 afxc0:3 8n400:2 a2yo0:3 8n400:2 a2yo0:3 8n400:2 a2yo0:3 8n400:2 a2yo0:3|45900 49500 9.5.0.9900 4.1.0.13500
Pacific/Easter|-26248,-25200,-21600,-18000|-jhfaew:1 ivmeuw:2 7k580:1 c8tg0:2 6h980:1 a31g0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7k580:1 ag040:2 8a2k0:1 b5xg0:2 7k580:1 b5xg0:2 7x3w0:1 asys0:2 7x3w0:1 asys0:2 7x3w0:1 b5xg0:2 7k580:1 b5xg0:2 7k580:1 b5xg0:2 7x3w0:1 asys0:2 iq2o0:3 7x3w0:2 asys0:3 7x3w0:2 b5xg0:3 7k580:2 b5xg0:3 7k580:2 b5xg0:3 9cyk0:2 9d440:3 7x3w0:2 asys0:3 7x3w0:2 b5xg0:3 7k580:2 9q2s0:3 8zzw0:2 b5xg0:3 7x3w0:2 asys0:3 7x3w0:2 asys0:3 7x3w0:2 asys0:3 7x3w0:2 b5xg0:3 7k580:2 b5xg0:3 8n180:2 a31g0:3 7x3w0:2 a31g0:3 9px80:2 9q2s0:3 7x3w0:2 b5xg0:3 7k580:2 b5xg0:3 7k580:2 b5xg0:3 7k580:2 b5xg0:3 7x3w0:2 asys0:3 7x3w0:2 asys0:3 7x3w0:2 b5xg0:3 7k580:2 b5xg0:3 8n180:2 a31g0:3 7x3w0:2 asys0:3 8zzw0:2 9q2s0:3 ast80:2 5eis0:3 cyl80:2 6hes0:3 c8nw0:2 6udg0:3 bvp80:2 6udg0:3 vonw0:2 4olg0:3 e1h80:2 4olg0:3 e1h80:2 4olg0:3 c8nw0:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 7x9g0:3 ast80:2 8a840:3 afuk0:2|-21600 -18000 9.1.6.79200 4.1.6.79200
Pacific/Efate|40396,39600,43200|-u964i4:1 wbu364:2 51hc0:1 4y8qs0:2 9cyk0:1 9d440:2 9cyk0:1 9q2s0:2 8zzw0:1 9q2s0:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9d440:2 9cyk0:1 9q2s0:2 64ak0:1 e1ms0:2 4ofw0:1|
Pacific/Fakaofo|-41096,-39600,46800|-100dhmg:1 1lxe1ig:2|
Pacific/Fiji|42944,43200,46800|-sa2x4w:1 17bs00w:2 64dc0:1 cyo00:2 5reo0:1 53a5c0:2 64dc0:1 asw00:2 6uao0:1 bvs00:2 4oio0:1 e1k00:2 4oio0:1 eeio0:2 4bh80:1 erk40:2 3ylc0:1 erhc0:2 3ylc0:1 f4g00:2 3lmo0:1 f4g00:2 3lmo0:1 f4g00:2 3lmo0:1 fheo0:2 38o00:1 hn6o0:2 1fuo0:1|
Pacific/Galapagos|-21504,-18000,-21600|-kcr62o:1 spdryo:2 3lsas0:1 3jp80:2|
Pacific/Gambier|-32388,-32400|-tvndoc:1|
Pacific/Guadalcanal|38388,39600|-tvowac:1|
Pacific/Guam|-51660,34740,36000,32400,39600|-1t8j1h0:1 t83xc0:2 ld6pp0:3 1dl9g0:2 7s1k40:4 txp80:2 3frms0:4 qdrpo:2 7kgac:4 3ljw0:2 c8tg0:4 6u7w0:2 bvus0:4 6u7w0:2 16uo40:4 3ljw0:2 16aas0:4 4ivxo:2 cls2c:4 6h980:2|
Pacific/Honolulu|-37886,-37800,-34200,-36000|-12lnw3m:1 jgnatm:2 13l00:1 4jvb00:2 1wd180:1 votg0:3|
Pacific/Kanton|0,-43200,-39600,46800|-gvk800:1 lypqo0:2 7yiqk0:3|
Pacific/Kiritimati|-37760,-38400,-36000,50400|-100dk74:1 153iz5s:2 7yirhc:3|
Pacific/Kosrae|-47284,39116,39600,32400,36000,43200|-1t8j4uk:1 t83xc0:2 76a4yk:3 29hhk0:2 9cmd40:4 27sas0:3 29fk40:2 cm2540:5 f9l3w0:2|
Pacific/Kwajalein|40160,39600,36000,32400,-43200,43200|-100f8bk:1 ise0fk:2 27sas0:3 1hjus0:1 ddxug0:4 cgv6k0:5|
Pacific/Marquesas|-33480,-34200|-tvncu0:1|
Pacific/Nauru|40060,41400,32400,43200|-pjxiws:1 ba66ys:2 1kwca0:1 hfzda0:3|
Pacific/Niue|-40780,-40800,-39600|-8zbv78:1 63yiok:2|
Pacific/Norfolk|40312,40320,41400,45000,39600|-100f8fs:1 q3eins:2 cfj8q0:3 6hc00:2 l6nk00:4 1y9ii0:4|39600 43200 10.1.0.7200 4.1.0.10800
Pacific/Noumea|39948,39600,43200|-u9645o:1 ye0ixo:2 4dbw0:1 ecqs0:2 4f6k0:1 99p700:2 4oio0:1|
Pacific/Pago_Pago|45432,-40968,-39600|-14fxxq0:1 9nfeo0:2|
Pacific/Palau|-54124,32276,32400|-1t8izkk:1 t83xc0:2|
Pacific/Pitcairn|-31220,-30600,-28800|-100dp8s:1 1esg26s:2|
Pacific/Port_Moresby|35320,35312,36000|-1ayytx4:1 7tuao8:2|
Pacific/Rarotonga|48056,-38344,-37800,-34200,-36000|-10jifqw:1 rk6io0:2 dlv68w:3 5rbw0:4 c8s20:3 6ham0:4 c8s20:3 6ham0:4 c8s20:3 6u9a0:4 c8s20:3 6ham0:4 c8s20:3 6ham0:4 c8s20:3 6ham0:4 c8s20:3 6ham0:4 c8s20:3 6ham0:4 c8s20:3 6u9a0:4 c8s20:3 6ham0:4 c8s20:3 6ham0:4 c8s20:3 6ham0:4|
Pacific/Tahiti|-35896,-36000|-tvnayw:1|
Pacific/Tarawa|41524,43200|-100f9dg:1|
Pacific/Tongatapu|44352,44400,46800,50400|-corjk0:1 7znjyo:2 k8amdc:3 8fpc0:2 bvs00:3 4bh80:2 eelg0:3 4bh80:2 7pmis0:3 3lmo0:2|
`;

/** Former and other names, each with the zone's. */
export const LINKS = `
Africa/Accra Africa/Abidjan
Africa/Addis_Ababa Africa/Nairobi
Africa/Asmara Africa/Nairobi
Africa/Asmera Africa/Nairobi
Africa/Bamako Africa/Abidjan
Africa/Bangui Africa/Lagos
Africa/Banjul Africa/Abidjan
Africa/Blantyre Africa/Maputo
Africa/Brazzaville Africa/Lagos
Africa/Bujumbura Africa/Maputo
Africa/Conakry Africa/Abidjan
Africa/Dakar Africa/Abidjan
Africa/Dar_es_Salaam Africa/Nairobi
Africa/Djibouti Africa/Nairobi
Africa/Douala Africa/Lagos
Africa/Freetown Africa/Abidjan
Africa/Gaborone Africa/Maputo
Africa/Harare Africa/Maputo
Africa/Kampala Africa/Nairobi
Africa/Kigali Africa/Maputo
Africa/Kinshasa Africa/Lagos
Africa/Libreville Africa/Lagos
Africa/Lome Africa/Abidjan
Africa/Luanda Africa/Lagos
Africa/Lubumbashi Africa/Maputo
Africa/Lusaka Africa/Maputo
Africa/Malabo Africa/Lagos
Africa/Maseru Africa/Johannesburg
Africa/Mbabane Africa/Johannesburg
Africa/Mogadishu Africa/Nairobi
Africa/Niamey Africa/Lagos
Africa/Nouakchott Africa/Abidjan
Africa/Ouagadougou Africa/Abidjan
Africa/Porto-Novo Africa/Lagos
Africa/Timbuktu Africa/Abidjan
America/Anguilla America/Puerto_Rico
America/Antigua America/Puerto_Rico
America/Argentina/ComodRivadavia America/Argentina/Catamarca
America/Aruba America/Puerto_Rico
America/Atikokan America/Panama
America/Atka America/Adak
America/Blanc-Sablon America/Puerto_Rico
America/Buenos_Aires America/Argentina/Buenos_Aires
America/Catamarca America/Argentina/Catamarca
America/Cayman America/Panama
America/Coral_Harbour America/Panama
America/Cordoba America/Argentina/Cordoba
America/Creston America/Phoenix
America/Curacao America/Puerto_Rico
America/Dominica America/Puerto_Rico
America/Ensenada America/Tijuana
America/Fort_Wayne America/Indiana/Indianapolis
America/Godthab America/Nuuk
America/Grenada America/Puerto_Rico
America/Guadeloupe America/Puerto_Rico
America/Indianapolis America/Indiana/Indianapolis
America/Jujuy America/Argentina/Jujuy
America/Knox_IN America/Indiana/Knox
America/Kralendijk America/Puerto_Rico
America/Louisville America/Kentucky/Louisville
America/Lower_Princes America/Puerto_Rico
America/Marigot America/Puerto_Rico
America/Mendoza America/Argentina/Mendoza
America/Montreal America/Toronto
America/Montserrat America/Puerto_Rico
America/Nassau America/Toronto
America/Nipigon America/Toronto
America/Pangnirtung America/Iqaluit
America/Port_of_Spain America/Puerto_Rico
America/Porto_Acre America/Rio_Branco
America/Rainy_River America/Winnipeg
America/Rosario America/Argentina/Cordoba
America/Santa_Isabel America/Tijuana
America/Shiprock America/Denver
America/St_Barthelemy America/Puerto_Rico
America/St_Kitts America/Puerto_Rico
America/St_Lucia America/Puerto_Rico
America/St_Thomas America/Puerto_Rico
America/St_Vincent America/Puerto_Rico
America/Thunder_Bay America/Toronto
America/Tortola America/Puerto_Rico
America/Virgin America/Puerto_Rico
America/Yellowknife America/Edmonton
Antarctica/DumontDUrville Pacific/Port_Moresby
Antarctica/McMurdo Pacific/Auckland
Antarctica/South_Pole Pacific/Auckland
Antarctica/Syowa Asia/Riyadh
Arctic/Longyearbyen Europe/Berlin
Asia/Aden Asia/Riyadh
Asia/Ashkhabad Asia/Ashgabat
Asia/Bahrain Asia/Qatar
Asia/Brunei Asia/Kuching
Asia/Calcutta Asia/Kolkata
Asia/Choibalsan Asia/Ulaanbaatar
Asia/Chongqing Asia/Shanghai
Asia/Chungking Asia/Shanghai
Asia/Dacca Asia/Dhaka
Asia/Harbin Asia/Shanghai
Asia/Istanbul Europe/Istanbul
Asia/Kashgar Asia/Urumqi
Asia/Katmandu Asia/Kathmandu
Asia/Kuala_Lumpur Asia/Singapore
Asia/Kuwait Asia/Riyadh
Asia/Macao Asia/Macau
Asia/Muscat Asia/Dubai
Asia/Phnom_Penh Asia/Bangkok
Asia/Rangoon Asia/Yangon
Asia/Saigon Asia/Ho_Chi_Minh
Asia/Tel_Aviv Asia/Jerusalem
Asia/Thimbu Asia/Thimphu
Asia/Ujung_Pandang Asia/Makassar
Asia/Ulan_Bator Asia/Ulaanbaatar
Asia/Vientiane Asia/Bangkok
Atlantic/Faeroe Atlantic/Faroe
Atlantic/Jan_Mayen Europe/Berlin
Atlantic/Reykjavik Africa/Abidjan
Atlantic/St_Helena Africa/Abidjan
Australia/ACT Australia/Sydney
Australia/Canberra Australia/Sydney
Australia/Currie Australia/Hobart
Australia/LHI Australia/Lord_Howe
Australia/NSW Australia/Sydney
Australia/North Australia/Darwin
Australia/Queensland Australia/Brisbane
Australia/South Australia/Adelaide
Australia/Tasmania Australia/Hobart
Australia/Victoria Australia/Melbourne
Australia/West Australia/Perth
Australia/Yancowinna Australia/Broken_Hill
Brazil/Acre America/Rio_Branco
Brazil/DeNoronha America/Noronha
Brazil/East America/Sao_Paulo
Brazil/West America/Manaus
CET Europe/Brussels
Canada/Atlantic America/Halifax
Canada/Central America/Winnipeg
Canada/Eastern America/Toronto
Canada/Mountain America/Edmonton
Canada/Newfoundland America/St_Johns
Canada/Pacific America/Vancouver
Canada/Saskatchewan America/Regina
Canada/Yukon America/Whitehorse
Chile/Continental America/Santiago
Chile/EasterIsland Pacific/Easter
Cuba America/Havana
EET Europe/Athens
EST America/Panama
Egypt Africa/Cairo
Eire Europe/Dublin
Etc/GMT+0 Etc/GMT
Etc/GMT-0 Etc/GMT
Etc/GMT0 Etc/GMT
Etc/Greenwich Etc/GMT
Etc/UCT Etc/UTC
Etc/Universal Etc/UTC
Etc/Zulu Etc/UTC
Europe/Amsterdam Europe/Brussels
Europe/Belfast Europe/London
Europe/Bratislava Europe/Prague
Europe/Busingen Europe/Zurich
Europe/Copenhagen Europe/Berlin
Europe/Guernsey Europe/London
Europe/Isle_of_Man Europe/London
Europe/Jersey Europe/London
Europe/Kiev Europe/Kyiv
Europe/Ljubljana Europe/Belgrade
Europe/Luxembourg Europe/Brussels
Europe/Mariehamn Europe/Helsinki
Europe/Monaco Europe/Paris
Europe/Nicosia Asia/Nicosia
Europe/Oslo Europe/Berlin
Europe/Podgorica Europe/Belgrade
Europe/San_Marino Europe/Rome
Europe/Sarajevo Europe/Belgrade
Europe/Skopje Europe/Belgrade
Europe/Stockholm Europe/Berlin
Europe/Tiraspol Europe/Chisinau
Europe/Uzhgorod Europe/Kyiv
Europe/Vaduz Europe/Zurich
Europe/Vatican Europe/Rome
Europe/Zagreb Europe/Belgrade
Europe/Zaporozhye Europe/Kyiv
GB Europe/London
GB-Eire Europe/London
GMT Etc/GMT
GMT+0 Etc/GMT
GMT-0 Etc/GMT
GMT0 Etc/GMT
Greenwich Etc/GMT
HST Pacific/Honolulu
Hongkong Asia/Hong_Kong
Iceland Africa/Abidjan
Indian/Antananarivo Africa/Nairobi
Indian/Christmas Asia/Bangkok
Indian/Cocos Asia/Yangon
Indian/Comoro Africa/Nairobi
Indian/Kerguelen Indian/Maldives
Indian/Mahe Asia/Dubai
Indian/Mayotte Africa/Nairobi
Indian/Reunion Asia/Dubai
Iran Asia/Tehran
Israel Asia/Jerusalem
Jamaica America/Jamaica
Japan Asia/Tokyo
Kwajalein Pacific/Kwajalein
Libya Africa/Tripoli
MET Europe/Brussels
MST America/Phoenix
Mexico/BajaNorte America/Tijuana
Mexico/BajaSur America/Mazatlan
Mexico/General America/Mexico_City
NZ Pacific/Auckland
NZ-CHAT Pacific/Chatham
Navajo America/Denver
PRC Asia/Shanghai
Pacific/Chuuk Pacific/Port_Moresby
Pacific/Enderbury Pacific/Kanton
Pacific/Funafuti Pacific/Tarawa
Pacific/Johnston Pacific/Honolulu
Pacific/Majuro Pacific/Tarawa
Pacific/Midway Pacific/Pago_Pago
Pacific/Pohnpei Pacific/Guadalcanal
Pacific/Ponape Pacific/Guadalcanal
Pacific/Saipan Pacific/Guam
Pacific/Samoa Pacific/Pago_Pago
Pacific/Truk Pacific/Port_Moresby
Pacific/Wake Pacific/Tarawa
Pacific/Wallis Pacific/Tarawa
Pacific/Yap Pacific/Port_Moresby
Poland Europe/Warsaw
Portugal Europe/Lisbon
ROC Asia/Taipei
ROK Asia/Seoul
Singapore Asia/Singapore
Turkey Europe/Istanbul
UCT Etc/UTC
US/Alaska America/Anchorage
US/Aleutian America/Adak
US/Arizona America/Phoenix
US/Central America/Chicago
US/East-Indiana America/Indiana/Indianapolis
US/Eastern America/New_York
US/Hawaii Pacific/Honolulu
US/Indiana-Starke America/Indiana/Knox
US/Michigan America/Detroit
US/Mountain America/Denver
US/Pacific America/Los_Angeles
US/Samoa Pacific/Pago_Pago
UTC Etc/UTC
Universal Etc/UTC
W-SU Europe/Moscow
WET Europe/Lisbon
Zulu Etc/UTC
`;

/** Names to choose from, as IANA's zone.tab has them. */
export const LISTED = `
Africa/Abidjan
Africa/Accra
Africa/Addis_Ababa
Africa/Algiers
Africa/Asmara
Africa/Bamako
Africa/Bangui
Africa/Banjul
Africa/Bissau
Africa/Blantyre
Africa/Brazzaville
Africa/Bujumbura
Africa/Cairo
Africa/Casablanca
Africa/Ceuta
Africa/Conakry
Africa/Dakar
Africa/Dar_es_Salaam
Africa/Djibouti
Africa/Douala
Africa/El_Aaiun
Africa/Freetown
Africa/Gaborone
Africa/Harare
Africa/Johannesburg
Africa/Juba
Africa/Kampala
Africa/Khartoum
Africa/Kigali
Africa/Kinshasa
Africa/Lagos
Africa/Libreville
Africa/Lome
Africa/Luanda
Africa/Lubumbashi
Africa/Lusaka
Africa/Malabo
Africa/Maputo
Africa/Maseru
Africa/Mbabane
Africa/Mogadishu
Africa/Monrovia
Africa/Nairobi
Africa/Ndjamena
Africa/Niamey
Africa/Nouakchott
Africa/Ouagadougou
Africa/Porto-Novo
Africa/Sao_Tome
Africa/Tripoli
Africa/Tunis
Africa/Windhoek
America/Adak
America/Anchorage
America/Anguilla
America/Antigua
America/Araguaina
America/Argentina/Buenos_Aires
America/Argentina/Catamarca
America/Argentina/Cordoba
America/Argentina/Jujuy
America/Argentina/La_Rioja
America/Argentina/Mendoza
America/Argentina/Rio_Gallegos
America/Argentina/Salta
America/Argentina/San_Juan
America/Argentina/San_Luis
America/Argentina/Tucuman
America/Argentina/Ushuaia
America/Aruba
America/Asuncion
America/Atikokan
America/Bahia
America/Bahia_Banderas
America/Barbados
America/Belem
America/Belize
America/Blanc-Sablon
America/Boa_Vista
America/Bogota
America/Boise
America/Cambridge_Bay
America/Campo_Grande
America/Cancun
America/Caracas
America/Cayenne
America/Cayman
America/Chicago
America/Chihuahua
America/Ciudad_Juarez
America/Costa_Rica
America/Coyhaique
America/Creston
America/Cuiaba
America/Curacao
America/Danmarkshavn
America/Dawson
America/Dawson_Creek
America/Denver
America/Detroit
America/Dominica
America/Edmonton
America/Eirunepe
America/El_Salvador
America/Fort_Nelson
America/Fortaleza
America/Glace_Bay
America/Goose_Bay
America/Grand_Turk
America/Grenada
America/Guadeloupe
America/Guatemala
America/Guayaquil
America/Guyana
America/Halifax
America/Havana
America/Hermosillo
America/Indiana/Indianapolis
America/Indiana/Knox
America/Indiana/Marengo
America/Indiana/Petersburg
America/Indiana/Tell_City
America/Indiana/Vevay
America/Indiana/Vincennes
America/Indiana/Winamac
America/Inuvik
America/Iqaluit
America/Jamaica
America/Juneau
America/Kentucky/Louisville
America/Kentucky/Monticello
America/Kralendijk
America/La_Paz
America/Lima
America/Los_Angeles
America/Lower_Princes
America/Maceio
America/Managua
America/Manaus
America/Marigot
America/Martinique
America/Matamoros
America/Mazatlan
America/Menominee
America/Merida
America/Metlakatla
America/Mexico_City
America/Miquelon
America/Moncton
America/Monterrey
America/Montevideo
America/Montserrat
America/Nassau
America/New_York
America/Nome
America/Noronha
America/North_Dakota/Beulah
America/North_Dakota/Center
America/North_Dakota/New_Salem
America/Nuuk
America/Ojinaga
America/Panama
America/Paramaribo
America/Phoenix
America/Port-au-Prince
America/Port_of_Spain
America/Porto_Velho
America/Puerto_Rico
America/Punta_Arenas
America/Rankin_Inlet
America/Recife
America/Regina
America/Resolute
America/Rio_Branco
America/Santarem
America/Santiago
America/Santo_Domingo
America/Sao_Paulo
America/Scoresbysund
America/Sitka
America/St_Barthelemy
America/St_Johns
America/St_Kitts
America/St_Lucia
America/St_Thomas
America/St_Vincent
America/Swift_Current
America/Tegucigalpa
America/Thule
America/Tijuana
America/Toronto
America/Tortola
America/Vancouver
America/Whitehorse
America/Winnipeg
America/Yakutat
Antarctica/Casey
Antarctica/Davis
Antarctica/DumontDUrville
Antarctica/Macquarie
Antarctica/Mawson
Antarctica/McMurdo
Antarctica/Palmer
Antarctica/Rothera
Antarctica/Syowa
Antarctica/Troll
Antarctica/Vostok
Arctic/Longyearbyen
Asia/Aden
Asia/Almaty
Asia/Amman
Asia/Anadyr
Asia/Aqtau
Asia/Aqtobe
Asia/Ashgabat
Asia/Atyrau
Asia/Baghdad
Asia/Bahrain
Asia/Baku
Asia/Bangkok
Asia/Barnaul
Asia/Beirut
Asia/Bishkek
Asia/Brunei
Asia/Chita
Asia/Colombo
Asia/Damascus
Asia/Dhaka
Asia/Dili
Asia/Dubai
Asia/Dushanbe
Asia/Famagusta
Asia/Gaza
Asia/Hebron
Asia/Ho_Chi_Minh
Asia/Hong_Kong
Asia/Hovd
Asia/Irkutsk
Asia/Jakarta
Asia/Jayapura
Asia/Jerusalem
Asia/Kabul
Asia/Kamchatka
Asia/Karachi
Asia/Kathmandu
Asia/Khandyga
Asia/Kolkata
Asia/Krasnoyarsk
Asia/Kuala_Lumpur
Asia/Kuching
Asia/Kuwait
Asia/Macau
Asia/Magadan
Asia/Makassar
Asia/Manila
Asia/Muscat
Asia/Nicosia
Asia/Novokuznetsk
Asia/Novosibirsk
Asia/Omsk
Asia/Oral
Asia/Phnom_Penh
Asia/Pontianak
Asia/Pyongyang
Asia/Qatar
Asia/Qostanay
Asia/Qyzylorda
Asia/Riyadh
Asia/Sakhalin
Asia/Samarkand
Asia/Seoul
Asia/Shanghai
Asia/Singapore
Asia/Srednekolymsk
Asia/Taipei
Asia/Tashkent
Asia/Tbilisi
Asia/Tehran
Asia/Thimphu
Asia/Tokyo
Asia/Tomsk
Asia/Ulaanbaatar
Asia/Urumqi
Asia/Ust-Nera
Asia/Vientiane
Asia/Vladivostok
Asia/Yakutsk
Asia/Yangon
Asia/Yekaterinburg
Asia/Yerevan
Atlantic/Azores
Atlantic/Bermuda
Atlantic/Canary
Atlantic/Cape_Verde
Atlantic/Faroe
Atlantic/Madeira
Atlantic/Reykjavik
Atlantic/South_Georgia
Atlantic/St_Helena
Atlantic/Stanley
Australia/Adelaide
Australia/Brisbane
Australia/Broken_Hill
Australia/Darwin
Australia/Eucla
Australia/Hobart
Australia/Lindeman
Australia/Lord_Howe
Australia/Melbourne
Australia/Perth
Australia/Sydney
Etc/UTC
Europe/Amsterdam
Europe/Andorra
Europe/Astrakhan
Europe/Athens
Europe/Belgrade
Europe/Berlin
Europe/Bratislava
Europe/Brussels
Europe/Bucharest
Europe/Budapest
Europe/Busingen
Europe/Chisinau
Europe/Copenhagen
Europe/Dublin
Europe/Gibraltar
Europe/Guernsey
Europe/Helsinki
Europe/Isle_of_Man
Europe/Istanbul
Europe/Jersey
Europe/Kaliningrad
Europe/Kirov
Europe/Kyiv
Europe/Lisbon
Europe/Ljubljana
Europe/London
Europe/Luxembourg
Europe/Madrid
Europe/Malta
Europe/Mariehamn
Europe/Minsk
Europe/Monaco
Europe/Moscow
Europe/Oslo
Europe/Paris
Europe/Podgorica
Europe/Prague
Europe/Riga
Europe/Rome
Europe/Samara
Europe/San_Marino
Europe/Sarajevo
Europe/Saratov
Europe/Simferopol
Europe/Skopje
Europe/Sofia
Europe/Stockholm
Europe/Tallinn
Europe/Tirane
Europe/Ulyanovsk
Europe/Vaduz
Europe/Vatican
Europe/Vienna
Europe/Vilnius
Europe/Volgograd
Europe/Warsaw
Europe/Zagreb
Europe/Zurich
Indian/Antananarivo
Indian/Chagos
Indian/Christmas
Indian/Cocos
Indian/Comoro
Indian/Kerguelen
Indian/Mahe
Indian/Maldives
Indian/Mauritius
Indian/Mayotte
Indian/Reunion
Pacific/Apia
Pacific/Auckland
Pacific/Bougainville
Pacific/Chatham
Pacific/Chuuk
Pacific/Easter
Pacific/Efate
Pacific/Fakaofo
Pacific/Fiji
Pacific/Funafuti
Pacific/Galapagos
Pacific/Gambier
Pacific/Guadalcanal
Pacific/Guam
Pacific/Honolulu
Pacific/Kanton
Pacific/Kiritimati
Pacific/Kosrae
Pacific/Kwajalein
Pacific/Majuro
Pacific/Marquesas
Pacific/Midway
Pacific/Nauru
Pacific/Niue
Pacific/Norfolk
Pacific/Noumea
Pacific/Pago_Pago
Pacific/Palau
Pacific/Pitcairn
Pacific/Pohnpei
Pacific/Port_Moresby
Pacific/Rarotonga
Pacific/Saipan
Pacific/Tahiti
Pacific/Tarawa
Pacific/Tongatapu
Pacific/Wake
Pacific/Wallis
`;
