;   program.asm - the modules of the large comforts. Include it after those of
;                 the game.

                icl 'route.asm'
                icl 'corps.asm'
                icl 'undo.asm'
                icl 'idle.asm'
                icl 'layer.asm'
                icl 'page.asm'
                icl 'overview.asm'
                icl 'list.asm'
                icl 'report.asm'
                icl 'curve.asm'
                icl 'months.asm'
                icl 'replay.asm'
                icl 'lesson.asm'
                icl 'sound.asm'
                icl 'keys.asm'
